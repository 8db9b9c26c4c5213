"""Converts identifiers in scripts into words for titles, descriptions and sensors."""

from __future__ import annotations

import ast
import re

#: parts of names that are not converted to lower case
_KEPT = ("ANCF", "FFRF", "ALE", "CMS", "ROS", "2D", "3D")
_PROPER = {"iftomm": "IFToMM", "ancf": "ANCF"}
_OUTPUTS = {
    "Coordinates_t": "rates of the coordinates",
    "Coordinates_tt": "accelerations of the coordinates",
    "CoordinatesTotal": "total coordinates",
    "VelocityLevel": "velocity level",
}


def divided(name: str) -> str:
    """Splits a name into words: `sliderCrank3DwithANCFbelt` becomes "slider crank 3D with ANCF belt"."""
    text = re.sub(rf"({'|'.join(_KEPT)})", r" \1 ", name.replace("_", " ").replace("-", " "))
    text = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    words = [word if word in _KEPT or (len(word) > 1 and word.isupper()) else _small(word) for word in text.split()]
    return " ".join(words)


def _small(word: str) -> str:
    return _PROPER.get(word.lower(), word if len(word) == 1 and word.isupper() else word.lower())


def output_words(output: str) -> str:
    """AngularVelocityLocal becomes "local angular velocity"."""
    if output in _OUTPUTS:
        return _OUTPUTS[output]
    is_local = output.endswith("Local") and output != "Local"
    return ("local " if is_local else "") + divided(output.removesuffix("Local") if is_local else output)


def type_words(type_name: str) -> str:
    """ConnectorSpringDamper becomes "spring damper", and JointRevoluteZ becomes "revolute Z joint"."""
    for prefix in ("Connector", "Contact", "Joint"):
        rest = type_name.removeprefix(prefix)
        if rest and rest != type_name:
            return divided(rest) if prefix == "Connector" else f"{divided(rest)} {prefix.lower()}"
    return divided(type_name)


def title_of(source: str, stem: str) -> str:
    """The first line of a script's docstring, or its file name in words."""
    text = ast.get_docstring(ast.parse(source)) or ""
    first = text.strip().splitlines()[0].strip() if text.strip() else ""
    title = first.rstrip(".") if 0 < len(first) <= 80 else divided(stem)
    return title[:1].upper() + title[1:]


_RULE = re.compile(r"^[\s+\-=*#%~_.]*$")
_BOILERPLATE = re.compile(
    r"^(authors?|date|copyright|licen[cs]e|version|revised|modified|created|changed|updated?|e-?mail|contact|encoding|coding|file(name)?)"
    r"\b[^:]{0,20}:|^-\*-|^!|^this is an? exudyn|^this file is part of|^@|^©|^\(c\)",
    re.IGNORECASE,
)
_KEY = re.compile(r"^[A-Z][A-Za-z ]{0,20}:")


def description_of(source: str) -> str:
    """A script's docstring or leading comments as Markdown, without authors, dates and licences."""
    text = ast.get_docstring(ast.parse(source)) or ""
    if text:
        first, _, rest = text.strip().partition("\n")
        lines = (rest if len(first.strip()) <= 80 else text).splitlines()
    else:
        lines = _leading_comments(source)
    paragraphs: list[str] = [""]
    skipping = False
    for line in (each.strip() for each in lines):
        if _RULE.match(line):
            skipping = False
            paragraphs.append("")
        elif _BOILERPLATE.match(line):
            skipping = True
        elif not skipping or _KEY.match(line):
            skipping = False
            line = re.sub(r"^(details|description|notes?|remarks?)\s*:\s*", "", line, flags=re.IGNORECASE)
            starts = re.match(r"[-*•]\s+|\d+[.)]\s+", line)
            if starts:
                paragraphs.append(f"- {_plain(line[starts.end() :])}")
            else:
                paragraphs[-1] = _joined(paragraphs[-1], line)
    return "\n\n".join(_closed(each) for each in paragraphs if each.strip())


def _joined(text: str, line: str) -> str:
    """Appends a line to a paragraph. Adds a full stop if the line starts a new sentence without one before it."""
    if not text:
        return _plain(line)
    if text.endswith(";"):
        return f"{text[:-1]}. {_plain(line[:1].upper() + line[1:])}"
    begins = line[:1].isupper() and line[1:2].islower() and text[-1] not in ".,:!?"
    return f"{text}{'.' if begins else ''} {_plain(line)}"


def _leading_comments(source: str) -> list[str]:
    lines = []
    for line in source.lstrip("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            break
        lines.append(line.strip().lstrip("#"))
    return lines


def _plain(text: str) -> str:
    """Escapes text for Markdown: names and formulas become code, and addresses become links."""

    def word(match: re.Match[str]) -> str:
        whole = match.group(0)
        if re.match(r"https?://", whole):
            address = whole.rstrip(".,;)")
            return f"[{address}]({address}){whole[len(address) :]}"
        return f"`{whole.replace('`', '')}`" if re.search(r"[*_$<>\\|~{}\[\]`]", whole) else whole

    return re.sub(r"\S+", word, text)


def _closed(paragraph: str) -> str:
    text = paragraph.strip().rstrip(";,")
    return text if text.startswith("- ") or text[-1:] in ".:!?)" else f"{text}."
