"""aiohttp as a batch downloader: N workers, bodies to files, heads typed by python-magic.

    peer_aiohttp.py URLS FOLDER N CA
"""
import asyncio
import os
import ssl
import sys

import aiohttp
import magic

urls, folder, window, certificates = sys.argv[1:5]
cookie = magic.Magic(mime=True)


async def work(session, numbered, rows):
    for number, url in numbered:
        async with session.get(url) as answer:
            answer.raise_for_status()
            head, length = b"", 0
            with open(os.path.join(folder, f"{number:07d}"), "wb") as file:
                async for piece in answer.content.iter_chunked(65536):
                    head += piece[:max(0, 4096 - len(head))]
                    length += file.write(piece)
        rows.append((url, answer.status, length, cookie.from_buffer(head)))


async def main():
    with open(urls) as file:
        numbered = enumerate(file.read().split())
    rows = []
    connector = aiohttp.TCPConnector(
        limit=int(window), ssl=ssl.create_default_context(cafile=certificates))
    async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as session:
        await asyncio.gather(*(work(session, numbered, rows) for _ in range(int(window))))


asyncio.run(main())
