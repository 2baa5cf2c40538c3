"""The outermost door of the command line. Whatever nobody foresaw leaves through here: one sentence, exit code 1, and a
file with the details. Nobody is ever shown a traceback, nor can a mistake on the way out make a second one.

Only what every Python has is imported here, and little of it: also a part of ours that is missing or broken is told, and
`sousmain --help` must answer at once.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

UNFORESEEN, INTERRUPTED = 1, 130  # exit codes
LONGEST = 200  # characters of what a mistake says of itself, in the sentence; the file has it all


def main() -> None:
    """Runs a command, and ends the program with its exit code."""
    sys.unraisablehook = lambda _: None  # what fails while it is thrown away has harmed nobody
    try:
        from cli.main import main as run

        run()
    except SystemExit as done:
        leave(exit_code(done))
    except BaseException as mistake:
        report_failure(mistake)
        leave(INTERRUPTED if isinstance(mistake, KeyboardInterrupt) else UNFORESEEN)


def exit_code(done: SystemExit) -> int:
    """As Python has it: a number is the code, nothing is 0, and a text is told and means that something went wrong."""
    if done.code is None or isinstance(done.code, int):
        return done.code or 0
    with suppress(BaseException):
        write_line(f"{blotted(str(done.code))}\n")
    return UNFORESEEN


def leave(code: int) -> NoReturn:
    """Ends the program with that code, also where nobody takes what it has said."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream:
                stream.flush()
    except BaseException:  # Python would complain of that at its end, with a code of its own
        os._exit(code)
    sys.exit(code)


def report_failure(mistake: BaseException) -> None:
    """Tells why the program ends, as far as that can be told."""
    text = ""
    with suppress(BaseException):
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending already
    with suppress(BaseException):
        text = sentence(mistake)
    with suppress(BaseException):
        write_line(f"sousmain: {' '.join(text.split()) or 'Something went wrong that nobody foresaw.'}\n")


def write_line(line: str) -> None:
    """A line for whoever looks; an old terminal gets question marks, a closed one nothing."""
    if sys.stderr:
        encoding = sys.stderr.encoding or "ascii"
        sys.stderr.write(line.encode(encoding, "replace").decode(encoding))


def sentence(mistake: BaseException) -> str:
    """One sentence about a mistake; the details are in the file that it names, if any folder takes one."""
    import traceback

    if isinstance(mistake, KeyboardInterrupt):
        return say("Stopped.")
    if isinstance(mistake, MemoryError):
        traceback.clear_frames(mistake.__traceback__)  # gives back what was too much
    what, said = type(mistake).__name__, ""
    with suppress(Exception):  # it may stumble over its own words
        said = " ".join(blotted(str(mistake)).split())
    what = f"{what}: {said[:LONGEST]}" if said else what
    file = report("".join(traceback.format_exception(mistake)))
    if isinstance(mistake, MemoryError):
        text = say("There is not enough memory for that; {details}.")
    elif isinstance(mistake, ImportError | SyntaxError):
        text = say("A part of Sousmain is missing or damaged ({what}): install Sousmain again; {details}.")
    else:
        text = say("Something went wrong that nobody foresaw ({what}); {details}.")
    details = say("the details are in {file}").format(file=file) if file else say("no folder takes the details")
    return text.format(what=what, details=details)


def report(details: str) -> str:
    """Writes the details where only this user reads them; the path, or nothing if no folder takes it."""
    text = blotted(f"{about()}\n{details}").encode("utf-8", "backslashreplace")
    for folder in folders():
        with suppress(Exception):
            from tempfile import mkstemp

            handle, path = mkstemp(".txt", "sousmain-error-", folder)
            with open(handle, "wb") as out:
                out.write(text)
            return path
    return ""


def folders() -> list[str]:
    """Where details may be kept: as passing things are, else with the user's own things, else here."""
    found = []
    for each in (temporary, lambda: os.path.expanduser("~"), os.getcwd):
        with suppress(Exception):
            found.append(each())
    return found


def temporary() -> str:
    """The folder for passing things."""
    from tempfile import gettempdir

    return gettempdir()


def about() -> str:
    """What was asked for, of which version, on which system."""
    import platform
    import time

    version = "?"
    with suppress(Exception):
        from importlib.metadata import version as version_of

        version = version_of("sousmain")
    system = (
        f"{platform.system()} {platform.release()} {platform.machine()}"  # platform.platform() asks another program
    )
    lines = (
        f"Sousmain {version}, Python {platform.python_version()}, {system}",
        time.strftime("%Y-%m-%d %H:%M:%S %z"),
        f"Words: {sys.argv[1:]}",
    )
    return "\n".join(lines) + "\n"


def blotted(text: str) -> str:
    """A text without whatever looks like a token. Where our own code is damaged, there was no token yet."""
    try:
        from companion.storage.tokens import redacted
    except Exception:
        return text
    return redacted(text)


def say(text: str) -> str:
    """A text of ours in the user's language; in English where the translations are what is damaged."""
    with suppress(Exception):
        from templates import i18n

        return i18n.say(text)
    return text


if __name__ == "__main__":
    main()
