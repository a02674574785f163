"""Cuts the headlines' faces down to the letters of their texts: brand/fonts/headline-*.woff2, brand/
headlines.css, and letters.json, which tells what they were cut for.

    python3 art/headlines/make.py

Needs Debian's python3-fonttools, python3-brotli, fonts-mplus, fonts-nanum and fonts-noto-cjk-extra. The texts are those
of headlines.json, in every language but English, whose headlines are set in Sora. To be run again when one of them
changes (tests/unit/styles/headlines.test.ts says so).
"""

import json
from pathlib import Path

from fontTools import subset

ROOT = Path(__file__).parents[2]
FONTS = "/usr/share/fonts"
# Heavy, round-cornered or plain like Sora. Their licence (SIL OFL 1.1) is in brand/fonts/LICENSE.txt.
FACES = {
    "ja": (f"{FONTS}/opentype/mplus/Mplus1-ExtraBold.otf", 0),
    "ko": (f"{FONTS}/truetype/nanum/NanumSquareRoundEB.ttf", 0),
    "zh": (f"{FONTS}/opentype/noto/NotoSansCJK-Black.ttc", 2),
}


def text_of(language: str) -> str:
    def at(texts: dict, key: str) -> str:
        for part in key.split("."):
            texts = texts[part]
        return str(texts)

    headlines = json.loads((Path(__file__).parent / "headlines.json").read_text())
    found = ""
    for namespace, keys in headlines.items():
        texts = json.loads((ROOT / f"app/i18n/locales/{language}/{namespace}.json").read_text())
        found += "".join(at(texts, key) for key in keys)
    return found


def is_not_latin(letter: str) -> bool:
    return ord(letter) > 0x2E7F


rules = ["/* Made by art/headlines/make.py. */\n"]
cut_for: dict[str, str] = {}
for language, (path, number) in FACES.items():
    letters = sorted({letter for letter in text_of(language) if is_not_latin(letter)})
    options = subset.Options(
        flavor="woff2", layout_features=["palt", "kern"], hinting=False, name_IDs=[], font_number=number
    )
    font = subset.load_font(path, options)
    cut = subset.Subsetter(options)
    cut.populate(text="".join(letters))
    cut.subset(font)
    subset.save_font(font, str(ROOT / f"brand/fonts/headline-{language}.woff2"), options)
    cut_for[language] = "".join(letters)
    rules.append(
        f"""@font-face {{
  font-family: "Headline {language}";
  src: url("./fonts/headline-{language}.woff2") format("woff2");
  font-weight: 700;
  font-display: swap;
}}
.lettered:lang({language}) {{
  font-family: "Sora", "Headline {language}", "Sora Fallback", var(--font-text);
}}
"""
    )
(ROOT / "brand/headlines.css").write_text("".join(rules))
letters = json.dumps(cut_for, ensure_ascii=False, indent=2)
(Path(__file__).parent / "letters.json").write_text(letters + "\n")
