/// The table, in the order of `--list-profiles`.
extension SituationRow {
  static let all = publicListings + firstVendors + furtherVendors

  static let publicListings: [SituationRow] = [
    SituationRow(
      "sfmc-swift", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $hero.jpg", "alt_text http_status $hero.jpg", "alt_text type_not_recognised $hero",
      "alt_text type_not_supported $hero.webp", "alt_text expiry too_slow $hero.jpg"),
    SituationRow(
      "sfmc-swift-2017", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $hero.jpg", "alt_text http_status $hero.jpg",
      "original crash type_not_recognised $hero",
      "original crash type_not_supported $hero.webp", "alt_text expiry too_slow $hero.jpg"),
    SituationRow(
      "sfmc-objc", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $hero.jpg", "alt_text http_status $hero.jpg", "alt_text type_not_recognised $hero",
      "alt_text type_not_supported $hero.webp", "alt_text expiry too_slow $hero.jpg"),
    SituationRow(
      "sfmc-sdk-swift", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $hero.jpg", "original http_status $hero.jpg", "original type_not_recognised $hero",
      "original type_not_supported $hero.webp", "original expiry too_slow $hero.jpg"),
    SituationRow(
      "sfmc-sdk-objc", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $hero.jpg", "original http_status $hero.jpg", "original type_not_recognised $hero",
      "original type_not_supported $hero.webp", "original expiry too_slow $hero.jpg"),
    SituationRow(
      "mapp", #""ios_apx_media":"@""#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg",
      "original expiry too_slow $.jpg"),
  ]

  static let firstVendors: [SituationRow] = [
    SituationRow(
      "sfmc-learningapp", #""_mediaUrl":"@","_mediaAlt":"Alt""#,
      "media $.jpeg", "alt_text http_status", "media $.jpeg", "alt_text type_not_supported $.webp"),
    SituationRow(
      "sfmc-carousel", #""_sid":"SFMC","_rf":{"vt":{"it":[{"md":{"ul":"@"}}]}}"#,
      "media hero.jpg", "original http_status", "original type_not_recognised hero",
      "original type_not_supported hero.webp"),
    SituationRow(
      "mapp-flutter", #""ios_apx_media":"@""#,
      "media hero.jpg", "blank http_status hero.jpg", "original type_not_recognised hero",
      "original type_not_supported hero.webp"),
    SituationRow(
      "mapp-expo", #""ios_apx_media":"@""#,
      "media hero.jpg", "blank http_status hero.jpg", "original type_not_recognised hero",
      "original type_not_supported hero.webp"),
    SituationRow(
      "braze", #""ab":{"att":{"url":"@","type":"jpg"}}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg"),
    SituationRow(
      "onesignal", #""att":{"id":"@"}"#,
      "media XXXXXX.jpeg", "blank http_status XXXXXX.jpg", "media XXXXXX.jpeg",
      "original type_not_recognised"),
    SituationRow(
      "airship", #""com.urbanairship.media_attachment":{"url":"@"}"#,
      "media $-hero.jpg", "blank http_status $-hero.jpg", "media $-hero",
      "original type_not_supported $-hero.webp"),
    SituationRow(
      "fcm", #""fcm_options":{"image":"@"}"#,
      "media $.jpg", "original http_status $.html", "media $.jpeg",
      "original type_not_supported $.webp"),
    SituationRow(
      "clevertap", #""ct_mediaUrl":"@","ct_mediaType":"image""#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg"),
    SituationRow(
      "clevertap-templates", #""pt_id":"pt_basic","pt_img1":"@""#,
      "media", "original http_status", "media", "media"),
    SituationRow(
      "iterable", #""itbl":{"attachment-url":"@"}"#,
      "media #hero.jpg", "original http_status #hero.jpg.html", "media #hero.jpeg",
      "original type_not_supported #hero.webp"),
    SituationRow(
      "klaviyo", #""rich-media":"@""#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg"),
    SituationRow(
      "customerio",
      #""CIO-Delivery-ID":"1","CIO-Delivery-Token":"2","CIO":{"push":{"image":"@"}}"#,
      "media #_hero.jpg", "original http_status #_hero.jpg.html", "media #_hero.jpeg",
      "original type_not_supported #_hero.webp"),
    SituationRow(
      "leanplum", #""_lpm":"1","LP_URL":"@""#,
      "media $.jpg", "original http_status $.tmp", "media $.jpg",
      "original type_not_recognised $.tmp"),
    SituationRow(
      "batch", #""com.batch":{"at":{"u":"@","t":"public.jpeg"}}"#,
      "media $", "blank http_status $", "media $", "media $", "original too_slow"),
    SituationRow(
      "adobe-ajo", #""adb_media":"@""#,
      "media $.jpg", "original http_status", "media $.jpg", "media $.jpg"),
    SituationRow(
      "adobe-ajo-sample", #""adb_media":"@""#,
      "media $.gif", "blank http_status $.gif", "media $.gif", "media $.gif"),
    SituationRow(
      "adobe-carousel", #""adb_template_type":"car","adb_items":[{"img":"@"}]"#,
      "media", "original http_status", "media", "media"),
    SituationRow(
      "adobe-campaign-standard", #""media-attachment-url":"@""#,
      "media hero.jpg", "blank http_status hero.jpg", "original type_not_recognised hero",
      "original type_not_supported hero.webp"),
    SituationRow(
      "adobe-mobile-services", #""attachment-url":"@""#,
      "media XXXXXXXXXXXXhero.jpg", "blank http_status XXXXXXXXXXXXhero.jpg",
      "original expiry type_not_recognised XXXXXXXXXXXXhero",
      "original expiry type_not_supported XXXXXXXXXXXXhero.webp"),
  ]

  static let furtherVendors: [SituationRow] = [
    SituationRow(
      "swrve", #""_p":1,"_sw":{"media":{"url":"@"}}"#,
      "media $.jpg", "original http_status", "media $.jpeg", "original type_not_supported $.webp"),
    SituationRow(
      "webengage",
      #""source":"webengage","expandableDetails":{"style":"BIG_PICTURE","image":"@"}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg", "original too_slow"),
    SituationRow(
      "webengage-carousel",
      #""source":"webengage","expandableDetails":{"style":"CAROUSEL_V1","items":[{"image":"@"}]}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpg", "media $.jpg", "original too_slow"),
    SituationRow(
      "pushwoosh", #""pw_msg":1,"attachment":"@""#,
      "media #hero.jpg", "original http_status #hero.jpg.html", "media #hero.jpeg",
      "original type_not_supported #hero.webp"),
    SituationRow(
      "mixpanel", #""mp":{},"mp_media_url":"@""#,
      "media $.jpg", "blank http_status $.jpg", "original type_not_recognised $.",
      "original type_not_supported $.webp"),
    SituationRow(
      "emarsys", #""image_url":"@""#,
      "media #.jpeg", "original http_status #.html", "media #.jpeg",
      "original type_not_supported #.webp"),
    SituationRow(
      "optimobile",
      #""custom":{"a":{"k.message":{"data":{"id":7}}}},"attachments":{"pictureUrl":"@"}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpeg",
      "original type_not_supported $.webp"),
    SituationRow(
      "kumulos",
      #""custom":{"a":{"k.message":{"data":{"id":7}}}},"attachments":{"pictureUrl":"@"}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpeg",
      "original type_not_supported $.webp"),
    SituationRow(
      "aws-pinpoint", #""data":{"media-url":"@"}"#,
      "media $.jpg", "blank http_status $.jpg", "original name_has_slash",
      "original type_not_supported $.webp"),
    SituationRow(
      "expo", #""body":{"_richContent":{"image":"@"}}"#,
      "media $hero.jpg", "blank http_status $hero.jpg", "original type_not_recognised $hero",
      "original type_not_supported $hero.webp"),
    SituationRow(
      "notifee", #""notifee_options":{"image":"@"}"#,
      "media $.jpg", "original http_status $.html", "media $.jpeg",
      "original type_not_supported $.webp"),
    SituationRow(
      "bloomreach", #""source":"xnpe_platform","title":"T","message":"M","image":"@""#,
      "media image.png", "blank http_status image.png", "media image.png", "media image.png"),
    SituationRow(
      "mindbox", #""clickUrl":"https://c.com/","imageUrl":"@""#,
      "media $.jpg", "original http_status", "media $.jpg", "original type_not_recognised"),
    SituationRow(
      "appcues", #""appcues_attachment_url":"@""#,
      "media $.jpeg", "original http_status $.html", "media $.jpeg",
      "original type_not_supported $.webp"),
    SituationRow(
      "cleverpush", #""notification":{"mediaUrl":"@"}"#,
      "media $.jpg", "blank http_status $.jpg", "media $.jpeg", "original type_not_supported"),
    SituationRow(
      "ortto", #""image":"@""#,
      "media hero.jpg", "original http_status", "media hero.jpeg",
      "original type_not_supported hero.webp", "original too_slow"),
    SituationRow(
      "reteno", #""es_interaction_id":"i","es_notification_image":"@""#,
      "media #hero.jpg", "original http_status #hero.jpg.html", "media #hero.jpeg",
      "original type_not_supported #hero.webp"),
  ]
}
