// BatchFetch
