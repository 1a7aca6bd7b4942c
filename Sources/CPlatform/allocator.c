#ifdef __linux__
/* jemalloc looks for this name at its start (jemalloc(3), "Tuning"). One arena, since one thread
   makes what another frees; memory that is free goes back to the system after half a second instead
   of ten: the downloads' buffers are not kept while a million rows are written. */
const char *malloc_conf = "narenas:1,dirty_decay_ms:500,muzzy_decay_ms:0";
#endif
