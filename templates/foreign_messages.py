"""What others say about a file: msgspec, TOML, the system. Each of their sentences that users meet, in the language spoken.

They speak English, which stays as it is. A sentence that is not in these tables stays as it is in every language.
"""

from __future__ import annotations

import errno
import re
from functools import cache

from templates.i18n import language, later, say

# The first that fits is taken. What stands between backquotes is a word of theirs, if it is among the words below.
SENTENCES = (
    later("{fault} (at line {line}, column {column})"),
    later("{fault} (at end of document)"),
    later("Expected `{kind}` of length >= {limit}"),
    later("Expected `{kind}` of length <= {limit}"),
    later("Expected `{kind}` of length {least} to {most}, got {count}"),
    later("Expected `{kind}` of length {length}, got {count}"),
    later("Expected `{kind}` of at least length {length}, got {count}"),
    later("Expected `{kind}` of at most length {length}, got {count}"),
    later("Expected `{kind}` of length {length}"),
    later("Expected `{kind}` >= {limit}"),
    later("Expected `{kind}` <= {limit}"),
    later("Expected `{kind}` > {limit}"),
    later("Expected `{kind}` < {limit}"),
    later("Expected `{kind}` matching regex {form}"),
    later("Expected `{kind}`, got `{found}`"),
    later("Expected `{kind}`"),
    later("Object missing required field `{field}`"),
    later("Object contains unknown field `{field}`"),
    later("Integer value out of range"),
    later("Number out of range"),
    later("Invalid enum value {value}"),
    later("Invalid value {value}"),
    later("Expected '}}' before end of string"),
    later("Single '}}' encountered in format string"),
    later("Single '{{' encountered in format string"),
)
FAULTS = (  # of TOML
    later("Cannot declare {key} twice"),
    later("Cannot overwrite a value"),
    later("Cannot mutate immutable namespace {key}"),
    later("Cannot redefine namespace {key}"),
    later("Duplicate inline table key {key}"),
    later("Expected newline or end of document after a statement"),
    later("Expected ']' at the end of a table declaration"),
    later("Expected ']]' at the end of an array declaration"),
    later("Expected '=' after a key in a key/value pair"),
    later("Expected {sign}"),
    later("Found invalid character {sign}"),
    later("Illegal character {sign}"),
    later("Invalid date or datetime"),
    later("Invalid hex value"),
    later("Invalid initial character for a key part"),
    later("Invalid statement"),
    later("Invalid value"),
    later("Unclosed array"),
    later("Unclosed inline table"),
    later("Unescaped '\\' in a string"),
    later("Unterminated string"),
)
WORDS = {  # of msgspec, for what stands in a file
    "array": later("array"),
    "bool": later("bool"),
    "date": later("date"),
    "datetime": later("datetime"),
    "float": later("float"),
    "int": later("int"),
    "null": later("null"),
    "object": later("object"),
    "str": later("str"),
    "time": later("time"),
}
REASONS = {  # of the system
    errno.EACCES: later("Permission denied"),
    errno.EADDRINUSE: later("Address already in use"),
    errno.EEXIST: later("File exists"),
    errno.EISDIR: later("Is a directory"),
    errno.ENAMETOOLONG: later("File name too long"),
    errno.ENOENT: later("No such file or directory"),
    errno.ENOSPC: later("No space left on device"),
    errno.ENOTDIR: later("Not a directory"),
    errno.EPERM: later("Operation not permitted"),
    errno.EROFS: later("Read-only file system"),
}


def reason(refusal: OSError) -> str:
    """Why the system did not let us have a file."""
    known = REASONS.get(refusal.errno or 0)
    return say(known) if known else refusal.strerror or str(refusal)


def in_our_words(sentence: str) -> str:
    """What they said, in the language spoken. It begins with a small letter if theirs did."""
    if language() == "en":
        return sentence
    found = first_match(sentence[:1].upper() + sentence[1:], SENTENCES)
    if found is None:
        return sentence
    return found[:1].lower() + found[1:] if sentence[:1].islower() else found


def first_match(sentence: str, known: tuple[str, ...]) -> str | None:
    """The first of the texts that fits a sentence, in the language spoken and with what the sentence tells."""
    for text in known:
        if found := pattern(text).fullmatch(sentence):
            return say(text).format(**{name: part_in_words(name, value) for name, value in found.groupdict().items()})
    return None


@cache
def pattern(text: str) -> re.Pattern[str]:
    """What a sentence looks like that was made from such a text."""
    escaped = re.escape(text.replace("{{", "\0").replace("}}", "\1")).replace("\0", r"\{").replace("\1", r"\}")
    quoted = re.sub(r"`\\{(\w+)\\}`", r"`(?P<\1>[^`]+)`", escaped)
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", quoted), re.DOTALL)


def part_in_words(name: str, value: str) -> str:
    """What a sentence tells, in words where it is one of theirs."""
    if name == "fault":
        return first_match(value, FAULTS) or value
    if name == "key":  # ('table', 'name') or 'name'
        return ".".join(re.findall(r"'([^']*)'", value)) or value
    if name in ("kind", "found"):
        words = [say(WORDS[word]) if word in WORDS else word for word in value.split(" | ")]
        return say("{one} | {other}").format(one=", ".join(words[:-1]), other=words[-1]) if words[1:] else words[0]
    return value
