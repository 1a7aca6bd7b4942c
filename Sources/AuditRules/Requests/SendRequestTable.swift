/// The send requests that are known; a new one is a row.
extension SendRequest {
  static let all = [firebase, oneSignal, braze]

  /// FCM HTTP v1, `messages:send`: the picture of `notification` or of the options for Apple's
  /// phones arrives at `fcm_options.image`, the texts fill what the APNs payload leaves open.
  ///
  /// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
  static let firebase = SendRequest(
    signs: [[["message", "notification"], ["message", "apns", "fcm_options"]]],
    bases: [["message", "apns", "payload"], ["message", "data"]],
    parts: [
      Part("aps.alert.title", "message.notification.title"),
      Part("aps.alert.body", "message.notification.body"),
      Part(
        "fcm_options.image", "message.apns.fcm_options.image", "message.notification.image"),
    ])

  /// OneSignal, `POST /notifications`: attachments arrive at `att`, texts in the phone's language.
  ///
  /// https://documentation.onesignal.com/reference/create-message
  static let oneSignal = SendRequest(
    signs: [[["app_id"]], [["contents"], ["headings"], ["ios_attachments"]]],
    bases: [],
    parts: [
      Part("aps.alert.title", "headings", as: .language),
      Part("aps.alert.subtitle", "subtitle", as: .language),
      Part("aps.alert.body", "contents", as: .language),
      Part("aps.mutable-content", "mutable_content", as: .flag),
      Part("aps.mutable-content", "ios_attachments", as: .presence),
      Part("custom.i", "app_id"),
      Part("custom.a", "data"),
      Part("att", "ios_attachments"),
    ])

  /// Braze, the `apple_push` object of its messages: the asset arrives at `ab.att`.
  ///
  /// https://www.braze.com/docs/api/objects_filters/messaging/apple_object
  static let braze = SendRequest(
    signs: [[["messages", "apple_push"]]],
    bases: [["messages", "apple_push", "extra"]],
    parts: [
      Part("aps.alert", "messages.apple_push.alert"),
      Part("aps.mutable-content", "messages.apple_push.mutable_content", as: .flag),
      Part("aps.content-available", "messages.apple_push.content-available", as: .flag),
      Part("ab.c", "campaign_id"),
      Part("ab.att.url", "messages.apple_push.asset_url"),
      Part("ab.att.type", "messages.apple_push.asset_file_type"),
    ])
}
