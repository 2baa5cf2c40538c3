"""The engine of the pages: Jinja as Flask has it, without what costs time on every page and serves nothing here.

Functions of templates are called plainly (none of ours asks for Jinja's context), files that are not there are looked for once, and
templates are found in a plain dictionary: there are some dozens, and they stay.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import BaseLoader, FileSystemLoader, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst

from templates.shelves import shelves

ALL = -1  # templates that are kept


class PlainCalls(CodeGenerator):
    """Writes `f(x)` for `f(x)`, and not a call that looks first what `f` may want to be given besides."""

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - as Jinja calls it
        """A call in a template."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(each.key) for each in node.kwargs):
            super().visit_Call(node, frame, forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        for each in node.kwargs:
            self.write(f"{each.key}=")
            self.visit(each.value, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class PageEnvironment(Environment):
    """Templates of pages."""

    code_generator_class = PlainCalls


class KnownFiles(FileSystemLoader):
    """Files of the shelves; what was not there is not looked for again."""

    def __init__(self) -> None:
        super().__init__([shelf / "pages" for shelf in shelves()])
        self._missing: set[str] = set()

    def load(self, environment: Any, name: str, globals: Any = None) -> Any:
        """A template."""
        if name in self._missing:
            raise TemplateNotFound(name)
        try:
            return BaseLoader.load(self, environment, name, globals)
        except TemplateNotFound as mistake:
            self._missing |= {name} if mistake.name == name else set()
            raise


def install(app: Flask) -> None:
    """Lets an application make its pages this way; before it has made any."""
    app.jinja_environment = PageEnvironment
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "loader": KnownFiles(), "cache_size": ALL}
