"""Reads captcha pictures with both models of ddddocr.

Usage: python captcha-ddddocr.py FOLDER COUNT

Prints one JSON line per picture 0.jpg, 1.jpg, ...: the readings of the plain, grey, inverted and median-filtered
picture and of each of its colour channels.
"""

import json
import sys

import ddddocr
from PIL import Image, ImageFilter, ImageOps

folder, count = sys.argv[1], int(sys.argv[2])
models = [ddddocr.DdddOcr(show_ad=False), ddddocr.DdddOcr(show_ad=False, beta=True)]

for number in range(count):
    plain = Image.open(f"{folder}/{number}.jpg").convert("RGB")
    versions = {
        "plain": plain,
        "grey": plain.convert("L"),
        "inverted": ImageOps.invert(plain),
        "median": plain.filter(ImageFilter.MedianFilter(3)),
        **dict(zip(("red", "green", "blue"), plain.split())),
    }
    readings = {
        name: [model.classification(version) for model in models] for name, version in versions.items()
    }
    print(json.dumps(readings), flush=True)
