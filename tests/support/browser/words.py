"""What lines do to the words on a page."""

from __future__ import annotations

from playwright.sync_api import Locator

# a word that stands on more than one line
BROKEN = """(parts) => parts.filter((part) => part.checkVisibility()).flatMap((part) => {
    const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement.closest('.unseen, svg')) continue;
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index), range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
    }
    return found;
})"""


def broken(parts: Locator) -> list[str]:
    """The words in parts of a page that go on in another line, on the screen as it is."""
    found: list[str] = parts.evaluate_all(BROKEN)
    return found
