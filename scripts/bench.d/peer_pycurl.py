"""pycurl as a batch downloader: one multi handle, bodies to files, heads typed by python-magic.

    peer_pycurl.py URLS FOLDER N CA
"""
import os
import sys

import magic
import pycurl

urls, folder, window, certificates = sys.argv[1:5]
cookie = magic.Magic(mime=True)
multi = pycurl.CurlMulti()
with open(urls) as listed:
    numbered = enumerate(listed.read().split())
rows = []


class Slot:
    def __init__(self):
        self.easy = easy = pycurl.Curl()
        easy.slot = self
        for option, value in [(pycurl.WRITEFUNCTION, self.take), (pycurl.NOSIGNAL, 1),
                              (pycurl.CAINFO, certificates), (pycurl.FAILONERROR, 1)]:
            easy.setopt(option, value)
        # The folder of the system's certificates would be read again for each connection.
        easy.unsetopt(pycurl.CAPATH)

    def take(self, piece):
        self.head += piece[:max(0, 4096 - len(self.head))]
        self.file.write(piece)

    def start(self):
        number, url = next(numbered, (0, None))
        if url is None:
            return False
        self.head, self.file = b"", open(os.path.join(folder, f"{number:07d}"), "wb")
        self.easy.setopt(pycurl.URL, url)
        multi.add_handle(self.easy)
        return True

    def end(self):
        multi.remove_handle(self.easy)
        self.file.close()
        rows.append((self.easy.getinfo(pycurl.RESPONSE_CODE), cookie.from_buffer(self.head)))


slots = [Slot() for _ in range(int(window))]
live = sum(slot.start() for slot in slots)
while live:
    while multi.perform()[0] == pycurl.E_CALL_MULTI_PERFORM:
        pass
    left, ended = 1, 0
    while left:
        left, good, failed = multi.info_read()
        if failed:
            sys.exit(f"{failed[0][1:]}")
        for easy in good:
            easy.slot.end()
            ended += 1
            live += easy.slot.start() - 1
    if live and not ended:
        multi.select(1.0)
