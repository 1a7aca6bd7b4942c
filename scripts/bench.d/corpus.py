"""The media that is served and the lists that name it: the same on every machine."""
import json
import math
import pathlib
import random
import statistics
import struct
import zlib

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples" / "media"
# What push payloads carry, most often first.
KINDS = ["jpeg_20k.jpg", "png_64.png", "photo.jpeg", "still.gif", "clip.mp4", "exif.jpg",
         "banner.png", "gif_anim.gif", "webp_lossy.webp", "tone_id3.mp3", "sony.mp4",
         "progressive.jpg", "tone.wav"]
FILES = 60


def sizes():
    """60 sizes of a log-normal: median 60 KB, mean about 100 KB, from 2 KB to 2 MB."""
    normal = statistics.NormalDist(math.log(60_000), 1.0)
    places = ((i + 0.5) / FILES for i in range(FILES))
    return [int(min(max(math.exp(normal.inv_cdf(place)), 2_000), 2_000_000)) for place in places]


def pad(data, suffix, wanted, noise):
    """Makes a file longer by a part that decoders of its kind pass over."""
    missing = wanted - len(data)
    if missing < 16:
        return data
    if suffix in (".jpg", ".jpeg"):
        parts = b""
        while missing > 4:
            body = noise(min(missing - 4, 65_000))
            parts += b"\xff\xe9" + struct.pack(">H", len(body) + 2) + body
            missing -= len(body) + 4
        return data[:2] + parts + data[2:]
    if suffix == ".png":
        body = b"biTs" + noise(missing - 12)
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        return data[:33] + chunk + data[33:]
    if suffix in (".mp4", ".mov"):
        return data + struct.pack(">I", missing) + b"free" + noise(missing - 8)
    if suffix == ".gif":
        blocks = b"".join(b"\xff" + noise(255) for _ in range(missing // 256))
        return data[:-1] + b"\x21\xfe" + blocks + b"\x00" + data[-1:]
    if suffix == ".webp":
        body = b"biTs" + struct.pack("<I", (missing - 8) & ~1) + noise((missing - 8) & ~1)
        length = struct.pack("<I", len(data) + len(body) - 8)
        return data[:4] + length + data[8:] + body
    return data + noise(missing)


def make(folder):
    """Writes the files and returns (name, size) of each."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [kind for kind in KINDS if (SAMPLES / kind).exists()]
    made = []
    for number, size in enumerate(sizes()):
        # Another order than that of the sizes, so that every kind comes in several of them.
        sample = SAMPLES / kinds[number * 7 % len(kinds)]
        data = pad(sample.read_bytes(), sample.suffix, size, random.Random(number).randbytes)
        name = f"{number:02d}{sample.suffix}"
        (folder / name).write_bytes(data)
        made.append((name, len(data)))
    return made


def payload(number, url):
    """One push payload on one line."""
    return json.dumps({
        "id": f"o{number}", "campaign": f"c{number % 20}",
        "aps": {"alert": {"title": f"Offer {number}", "body": "Tap to see it"},
                "mutable-content": 1},
        "_mediaUrl": url, "_mediaAlt": f"Offer {number}"}, separators=(",", ":")) + "\n"


class Lists:
    """The forms of one list of URLs that the programs want: each is written on demand."""

    def __init__(self, folder, name, urls):
        self.urls, self.count = urls, len(urls)
        self.path = {kind: folder / f"{name}.{kind}" for kind in ("urls", "ndjson", "curl")}
        self.path["urls"].write_text("".join(url + "\n" for url in urls))
        with open(self.path["ndjson"], "w") as file:
            file.writelines(payload(number, url) for number, url in enumerate(urls))
        with open(self.path["curl"], "w") as file:
            for number, url in enumerate(urls):
                file.write(f'url = "{url}"\noutput = "{number:07d}"\n')

    def remove(self):
        for path in self.path.values():
            path.unlink(missing_ok=True)


def urls(made, count, origin, folder="m"):
    """`count` different URLs over the files, in a fixed random order; `origin(i)` is the server."""
    chosen = random.Random(count).choices([name for name, _ in made], k=count)
    return [f"{origin(number)}/{folder}/{number:07d}-{name}" for number, name in enumerate(chosen)]


def write_payloads(path, count, urls):
    """`count` payloads that name `urls` in turn (a list, or a function of the number)."""
    name = urls if callable(urls) else lambda number: urls[number % len(urls)]
    with open(path, "w") as file:
        file.writelines(payload(number, name(number)) for number in range(count))
