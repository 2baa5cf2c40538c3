"""Scripts travel without what only we read."""

from __future__ import annotations

from companion.web import rendering
from companion.web.rendering import STATIC, minified


def test_a_lean_script_has_lost_comments_and_indentation_alone():
    """Line by line the same words; an address stays, and so does whatever might stand in a text."""
    script = '// why\nlet a = 1; // said\n\n  if (a) {\n    // more\n    go("http://x", " // y");\n  }\n'
    assert minified(script) == 'let a = 1;\nif (a) {\ngo("http://x", " // y");\n}\n'


def test_our_script_is_served_lean():
    """And loses nothing but that: no text in it runs over several lines, where indentation would count."""
    source = (STATIC / "app.js").read_text("utf-8")
    sent, kind = rendering.asset_contents("app.js")
    assert kind == "text/javascript"
    assert sent.decode() == minified(source)
    assert len(sent) < 0.9 * len(source.encode())
    assert all(line.count("`") % 2 == 0 for line in source.splitlines())
