"""Recognizes spoken captchas with pocketsphinx and its English model.

Usage: python captcha-pocketsphinx.py FOLDER COUNT WORDS plain|denoised

WORDS is JSON: the spoken words of each character, such as {"C": ["c", "charlie"], "9": ["nine", "number nine"]}. The grammar
allows exactly five characters. Prints what was recognized in each of the files 0.wav, 1.wav, ..., one line per file.
"""

import json
import sys
import tempfile
import wave

import numpy
from pocketsphinx import Decoder, get_model_path

LENGTH = 5
# The model is made for 16 kHz. Above 4 kHz the recordings are silent, which the model has never seen: faint noise fills the gap.
MODEL_RATE = 16000
FILL = 0.1
FRAME = 256
# Wider than the default, so that fewer possibilities are discarded early.
BEAM = 1e-60
WORD_BEAM = 1e-40
# Words whose pronunciation as the name of a letter is not the one of the dictionary, or that it does not contain.
PRONUNCIATIONS = {"a": "EY", "x-ray": "EH K S R EY"}

folder, count = sys.argv[1], int(sys.argv[2])
spoken = json.loads(sys.argv[3])
is_denoised = sys.argv[4] == "denoised"
noise = numpy.random.default_rng(1)


def create_decoder(directory):
    pronunciations = dict(PRONUNCIATIONS)
    with open(get_model_path("en-us/cmudict-en-us.dict")) as lines:
        for line in lines:
            word, _, pronunciation = line.strip().partition(" ")
            pronunciations.setdefault(word.rstrip("."), pronunciation)
    words = sorted({word for texts in spoken.values() for text in texts for word in text.split()})
    with open(f"{directory}/words.dict", "w") as dictionary:
        dictionary.writelines(f"{word} {pronunciations[word]}\n" for word in words)
    characters = " | ".join(f"( {' '.join(texts)} )" for texts in spoken.values())
    with open(f"{directory}/captcha.gram", "w") as grammar:
        grammar.write("#JSGF V1.0;\ngrammar captcha;\n")
        grammar.write(f"public <text> = {'<character> ' * LENGTH};\n<character> = {characters};\n")
    return Decoder(
        hmm=get_model_path("en-us/en-us"),
        dict=f"{directory}/words.dict",
        jsgf=f"{directory}/captcha.gram",
        samprate=float(MODEL_RATE),
        beam=BEAM,
        pbeam=BEAM,
        wbeam=WORD_BEAM,
        # The search of the word lattice takes twenty times as long on noisy recordings and recognizes no more.
        bestpath=False,
        logfn="/dev/null",
    )


def read(path):
    with wave.open(path) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), numpy.uint8).astype(float) - 128


def denoise(samples):
    """Subtracts the spectrum of the quietest tenth of the recording."""
    window = numpy.hanning(FRAME)
    starts = range(0, len(samples) - FRAME, FRAME // 2)
    spectra = numpy.array([numpy.fft.rfft(samples[at : at + FRAME] * window) for at in starts])
    magnitudes = numpy.abs(spectra)
    floor = numpy.percentile(magnitudes, 10, axis=0)
    cleaned = spectra * (numpy.maximum(magnitudes - 1.5 * floor, 0.1 * magnitudes) / (magnitudes + 1e-9))
    result = numpy.zeros(len(samples))
    for at, spectrum in zip(starts, cleaned):
        result[at : at + FRAME] += numpy.fft.irfft(spectrum, FRAME)
    return result


def to_model_rate(samples):
    spectrum = numpy.fft.rfft(samples)
    wider = numpy.zeros(len(samples) + 1, complex)
    wider[: len(spectrum)] = spectrum
    doubled = numpy.fft.irfft(wider, 2 * len(samples)) * 2
    filled = doubled + noise.normal(0, FILL, len(doubled))
    return (filled / numpy.abs(filled).max() * 20000).astype(numpy.int16)


def recognize(decoder, samples):
    decoder.start_utt()
    decoder.process_raw(to_model_rate(samples).tobytes(), False, True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    remaining = f"{hypothesis.hypstr} " if hypothesis else ""
    characters = {" ".join(texts) + " ": character for character, texts in spoken.items()}
    text = ""
    while remaining:
        phrase = next((phrase for phrase in characters if remaining.startswith(phrase)), None)
        # Without a complete path through the grammar, the last phrase may be incomplete.
        if phrase is None:
            break
        text += characters[phrase]
        remaining = remaining[len(phrase) :]
    return text


with tempfile.TemporaryDirectory() as directory:
    decoder = create_decoder(directory)
    for number in range(count):
        recording = read(f"{folder}/{number}.wav")
        print(recognize(decoder, denoise(recording) if is_denoised else recording), flush=True)
