"""Rules and guides as pages: Markdown with the figures of the kit, and a table of contents."""

from __future__ import annotations

import re
from itertools import pairwise

from markdown_it import MarkdownIt

from companion.web import rendering

PICTURE = re.compile(r'<p><img src="(\w+)" alt="([^"]*)" /></p>')  # as Markdown gives a figure


def told_with_figures(slug: str, text: str) -> tuple[str, list[tuple[str, str]]]:
    """Markdown as a page with the figures of the kit, and its headings with their addresses there."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    contents: list[tuple[str, str]] = []
    tokens = reader.parse(text)
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            opening.attrSet("id", f"part-{len(contents) + 1}")
            contents.append((f"part-{len(contents) + 1}", words.content))
    html = str(reader.renderer.render(tokens, reader.options, {}))
    return PICTURE.sub(lambda found: figure_html(slug, *found.groups()), html), contents


def figure_html(slug: str, name: str, caption: str) -> str:
    """A figure of the kit with its caption; of a game without such pictures, the caption is left out as well."""
    if name not in rendering.figure_names(slug):
        return ""
    tall = ' class="tall"' if name in rendering.tall_figures(slug) else ""
    picture = f'<img src="{rendering.figure(slug, name)}" alt=""{tall} loading="lazy">'
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
