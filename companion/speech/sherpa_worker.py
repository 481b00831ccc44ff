"""Say sentences by sherpa-onnx, in a process of its own: `python -m … FOLDER` (Apache-2.0).

Only this process loads the library and the voice file, which take a second and some 150 MB. It
answers each line on its standard input, a sentence as JSON, by the length of a WAV file in a line,
and the file; it ends with its input. A fault ends it with a sentence on its standard error.
"""

from __future__ import annotations

import io
import json
import re
import sys
import unicodedata
import wave
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.children import run

THREADS: Final = 1
"""Threads for a sentence; the screen and the pilots have the other processors."""
LOUDEST: Final = 0.9
"""The greatest sample; louder sentences are turned down."""
LONGEST: Final = 1000
"""The most letters of a sentence."""
PATIENCE: Final = 5.0
"""Seconds for the sounds of a part of a sentence, which take some hundredths."""


def main(words: list[str]) -> int:
    """Say the sentences on the standard input by the voice in the named folder."""
    try:
        speak(Path(words[0]), sys.stdin.buffer, sys.stdout.buffer)
    except Exception as fault:
        # The app needs one line about any fault of the library.
        print(f"{type(fault).__name__}: {fault}".splitlines()[0], file=sys.stderr)
        return 1
    return 0


def speak(folder: Path, sentences: BinaryIO, waves: BinaryIO) -> None:
    """Answer each sentence by a WAV file; say by an empty line when the voice is loaded."""
    say = load(folder)
    waves.write(b"\n")
    waves.flush()
    for line in sentences:
        made = say(json.loads(line)[:LONGEST])
        data = in_wave(made.samples, made.sample_rate)
        waves.write(b"%d\n%s" % (len(data), data))
        waves.flush()


def load(folder: Path) -> Callable[[str], Any]:
    """Return what says a sentence by the voice of a folder, a VITS model such as those of Piper.

    Such a model reads sounds. Where the folder has no lexicon of them, espeak-ng finds them, again
    as a process of its own: since version 2 the library has no part of it.

    Raises:
        ValueError: The files are no voice.
    """
    import sherpa_onnx  # noqa: PLC0415

    lexicon, tokens = folder / "lexicon.txt", folder / "tokens.txt"
    (file, *_) = sorted(folder.glob("*.onnx"))
    vits = sherpa_onnx.OfflineTtsVitsModelConfig(
        model=str(file), tokens=str(tokens), lexicon=str(lexicon) if lexicon.is_file() else ""
    )
    model = sherpa_onnx.OfflineTtsModelConfig(vits=vits, num_threads=THREADS)
    config = sherpa_onnx.OfflineTtsConfig(model=model)
    if not config.validate():
        raise ValueError(f"the files in {folder} are no voice")
    voice = sherpa_onnx.OfflineTts(config)
    if lexicon.is_file():
        return lambda words: voice.generate(words, sid=0, speed=1.0)
    known = {ord(line[0]) for line in tokens.read_text().splitlines() if line}
    language = espeak_voice(file)

    def say(words: str) -> Any:
        how = sherpa_onnx.GenerationConfig()
        how.phoneme_codepoints = [
            [ord(sound) for sound in sounds_of(words, language) if ord(sound) in known]
        ]
        return voice.generate(words, how)

    return say


def espeak_voice(model: Path) -> str:
    """Return the voice of espeak-ng whose sounds a model reads: as its description says."""
    described = model.with_name(f"{model.name}.json")
    if not described.is_file():
        return model.parent.name
    return str(json.loads(described.read_text())["espeak"]["voice"])


def sounds_of(words: str, language: str) -> str:
    """Return the sounds of a sentence, with its marks, as espeak-ng says them.

    Raises:
        OSError: There is no espeak-ng.
        subprocess.SubprocessError: It failed.
    """
    found = []
    for part, mark in re.findall(r"([^,.;:!?]+)([,.;:!?]*)\s*", words):
        command = ("espeak-ng", "-q", "--ipa", "-v", language, "--stdin")
        done = run(command, input=part.encode(), capture_output=True, timeout=PATIENCE)
        done.check_returncode()
        sounds = " ".join(done.stdout.decode().split())
        # The languages of some words are in brackets.
        sounds = re.sub(r"\([a-z-]+\)", "", sounds)
        found.append(unicodedata.normalize("NFD", sounds) + mark[:1])
    return " ".join(found)


def in_wave(samples: Iterable[float], rate: int) -> bytes:
    """Return samples of -1 to 1 as a WAV file with one channel of 16 bits."""
    found = [*samples]
    if not found:
        raise ValueError("the voice said nothing")
    share = 32767 * min(1.0, LOUDEST / max(1e-6, *map(abs, found)))
    whole = array("h", (int(sample * share) for sample in found))
    if sys.byteorder == "big":
        whole.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(rate)
        written.writeframes(whole.tobytes())
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
