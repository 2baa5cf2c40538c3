"""The engine of the pages: Jinja as Flask has it, without what costs time on every page and serves nothing here.

Functions and macros of templates are called plainly (none of ours asks for Jinja's context), what a template includes is put into it
when it is compiled, for each game and each language by itself, with the texts that it says, and templates are found in a plain
dictionary: there are some dozens, and they stay. What is markup already, a number or a word needs no look for what to escape in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from functools import cache, partial
from keyword import iskeyword
from string import Formatter
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemLoader, Template, TemplateNotFound, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape
from msgspec import Struct

from templates.french import elided
from templates.shelves import shelves

ALL = -1  # templates that are kept
OF = ":"  # between a language, a game and a template that is compiled for them
OWN_FILES = frozenset({"macros", "kept"})  # functions that are told a template: the one for the same language
PART = "_part.html"  # how those end that are sent by themselves
METHODS = frozenset(dir(dict))  # what `texts.get` means, whatever stands in the texts
NOTHING = Undefined()  # what an `if` without an `else` leaves
ODD = re.compile("[&<>\"']")  # letters that do not stand for themselves in a page

as_markup: Callable[[str], Markup] = partial(
    str.__new__, Markup
)  # of a text that is markup: nothing needs to be asked of it


class PlainCalls(CodeGenerator):
    """Writes `f(x)` for `f(x)`, and not a call that looks first what `f` may want to be given besides; and so for `a.b`."""

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - as Jinja calls it
        """A call in a template."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(each.key) for each in node.kwargs):
            super().visit_Call(node, frame, forward_caller)
            return
        match node.node:
            case nodes.Getattr(attr=name) if not iskeyword(
                name
            ):  # of a macro, a function, a text: whoever is called has it
                self.visit(node.node.node, frame)
                self.write(f".{name}(")
            case _:
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

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - as Jinja calls it
        """An attribute: asked of what has it, and only then of the environment, which knows dictionaries and what is missing."""
        of, found = self.temporary_identifier(), self.temporary_identifier()
        self.write(f"({found} if ({found} := getattr(({of} := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr({of}, {node.attr!r}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Before a value that is put into the page: what is markup already goes there as it is, and most of it is."""
        if is_escaped(frame, finalize):
            self.write("(made if type(made := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """After it."""
        if is_escaped(frame, finalize):
            self.write(") in MARKED else escape(made))")
        else:
            super()._output_child_post(node, frame, finalize)


def is_escaped(frame: Frame, finalize: Any) -> bool:
    """Is a value put into a page as `escape` gives it, wherever the page is made?"""
    return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None


class PlainMacro(Macro):
    """A macro: given its arguments in their order, it is a call of what it was compiled to."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._is_plain = not (self.catch_kwargs or self.catch_varargs)
        self._within = ["caller"] if self.caller and not self.explicit_caller else []

    def __call__(self, *given: Any, **named: Any) -> str:
        """What it makes; within `{% call %}` of what stands there, too."""
        lacking = self._argument_count - len(given)
        if not self._is_plain or [*named] != self._within or lacking < 0:
            return super().__call__(*given, **named)
        if lacking:
            given += (missing,) * lacking
        return as_markup(self._func(*given, *named.values()))


class PageContext(Context):
    """What a template sees. Jinja notes for each one what all of them share, to find out what only some would; none does here."""

    def __init__(self, environment: Any, parent: Any, name: str | None, blocks: Any, globals: Any = None) -> None:
        super().__init__(environment, parent, name, blocks)


def escaped(value: Any) -> str:
    """What stands in a page for a value: the same letters that `markupsafe.escape` gives."""
    kind = type(value)
    if kind in MARKED or (kind is str and (value.isalnum() or not ODD.search(value))):
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return "" if value is NOTHING else escape(value)


class PageText(Markup):
    """A text of a page in some language; what is filled into it is escaped, and where that goes is looked up once."""

    __slots__ = ("_pieces",)
    _pieces: list[tuple[str, str | None]] | None  # stretches of it, and names of what stands between them

    def format(self, *given: Any, **named: Any) -> Markup:  # type: ignore[override]
        """The text, filled."""
        try:
            pieces = self._pieces
        except AttributeError:
            pieces = self._pieces = plain_fields(self)
        if given or pieces is None:
            return super().format(*given, **named)
        return as_markup("".join([text if name is None else escaped(named[name]) for text, name in pieces]))


MARKED = frozenset({Markup, PageText})  # what needs no look


class ElidedPageText(PageText):
    """A text of a page whose words give way to what they are filled with."""

    __slots__ = ()

    def format(self, *given: Any, **named: Any) -> Markup:  # type: ignore[override]
        """The text, filled."""
        return _as_said(elided(self, named)).format(*given, **named)


_as_said = cache(PageText)  # one for each way in which the words of a text can give way


def plain_fields(text: str) -> list[tuple[str, str | None]] | None:
    """The stretches of a text, and the names of what stands between them; none if one asks for more than to be filled in."""
    found: list[tuple[str, str | None]] = []
    for stretch, name, form, kind in Formatter().parse(str(text)):
        if name is not None and (not name.isidentifier() or form or kind):
            return None
        found += [(stretch, None)] if name is None else [(stretch, None), ("", name)]
    return found


class PageTemplate(Template):
    """A template, with ours in place of what its code takes from Jinja."""

    @classmethod
    def _from_namespace(cls, environment: Any, namespace: Any, globals: Any) -> Template:
        ours = {"escape": escaped, "Markup": as_markup, "Macro": PlainMacro, "Undefined": lambda why: NOTHING}
        texts = environment.texts.get(parts_of(namespace["name"] or "")[0])
        namespace.update(ours, MARKED=MARKED, texts=texts)
        return super()._from_namespace(environment, namespace, globals)


class PageEnvironment(Environment):
    """Templates of pages."""

    code_generator_class = PlainCalls
    context_class = PageContext
    template_class = PageTemplate
    texts: Mapping[str, Mapping[str, Markup]] = {}  # of pages, by language: those of a page for one are put into it

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.filters["whole"] = str

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a template writes as `obj.attribute`, of a struct or of a dictionary: neither is taken for the other first."""
        try:
            return obj[attribute] if isinstance(obj, dict) and attribute not in METHODS else getattr(obj, attribute)
        except (AttributeError, KeyError):  # neither has anything else to be asked for
            known = isinstance(obj, dict | Struct)
            return self.undefined(obj=obj, name=attribute) if known else super().getattr(obj, attribute)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        page = super()._parse(source, name, filename)
        lang, slug, file = parts_of(name or "")
        Inclusion(self, slug, lang).visit(page)
        if lang in self.texts:
            Spoken(self, lang).visit(page)
        if file.endswith(PART):  # one list of what it is made of, and no generator that is asked for each stretch
            whole = nodes.Filter(None, "whole", [], [], None, None, environment=self)
            page.body = [nodes.FilterBlock(page.body, whole, environment=self).set_lineno(1)]
        return page

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template sees: the same for all, and a plain dictionary. Jinja makes one of its own for each template, lest
        `get_template(name, globals=…)` change it for all; nobody here passes any."""
        return super().make_globals(d) if d else self.globals


class Inclusion(NodeTransformer):
    """Puts into a template what it includes, in a scope of its own. `slug` is known there, so a page of a game is one piece, and nothing
    is looked for while it is made. What is sent by itself, a `…_part.html`, stays a template of its own."""

    def __init__(self, environment: PageEnvironment, slug: str, lang: str = "") -> None:
        self._environment, self._slug, self._lang = environment, slug, lang

    def visit_Include(self, node: nodes.Include) -> nodes.Node | None:  # noqa: N802 - as Jinja calls it
        """What stands in its place: nothing, if there is no such file and none is needed."""
        files = self._files(node.template)
        if files is None:
            return node
        for file in files:
            name = game_page(file, self._slug, self._lang)
            try:
                assert self._environment.loader
                source, path, _ = self._environment.loader.get_source(self._environment, name)
            except TemplateNotFound:
                continue
            if file.endswith(PART):
                node.template = nodes.Const(name, environment=self._environment)
                return node
            body = self._environment._parse(source, name, path).body
            scope = nodes.With([], [], body, environment=self._environment)
            return scope.set_lineno(node.lineno, override=True)  # where a traceback points: to what includes it
        return None if node.ignore_missing else node

    def _files(self, told: nodes.Expr) -> list[str] | None:
        """The files that are named, the first to be taken first; none if that is known only when the page is made."""
        match told:
            case nodes.Const(value=str(file)):
                return [file]
            case nodes.Concat(nodes=[nodes.Name(name="slug"), nodes.Const(value=str(file))]) if self._slug:
                return [self._slug + file]
            case nodes.List(items=items):
                each = [self._files(item) for item in items]
                return None if None in each else [file for files in each for file in files or ()]
        return None


class Spoken(NodeTransformer):
    """Puts into a template of one language the texts that it says, and asks for the templates of that language."""

    def __init__(self, environment: PageEnvironment, lang: str) -> None:
        self._environment, self._lang = environment, lang

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        """What stands on the page: a text that is said there is part of it."""
        node.nodes = [
            nodes.TemplateData(str(self._environment.texts[self._lang][text])) if (text := said(each)) else each
            for each in node.nodes
        ]
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        """A text that something is made of is looked up without a call."""
        if text := said(node):
            name = object.__new__(nodes.InternalName)  # as Jinja's own parser makes them
            nodes.Node.__init__(name, f"texts[{text!r}]", lineno=node.lineno, environment=self._environment)
            return name
        match node:
            case nodes.Call(node=nodes.Name(name=function), args=[nodes.Const(value=str(file))]) if (
                function in OWN_FILES and OF not in file  # what was included has been seen to
            ):
                node.args = [nodes.Const(game_page(file, "", self._lang), environment=self._environment)]
        return self.generic_visit(node)

    def visit_Import(self, node: nodes.Import) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        """The macros of that language."""
        match node.template:
            case nodes.Const(value=str(file)) if OF not in file:
                node.template = nodes.Const(game_page(file, "", self._lang), environment=self._environment)
        return self.generic_visit(node)


def said(node: nodes.Node) -> str:
    """The text that is said there, if it is known before the page is made."""
    match node:
        case nodes.Call(
            node=nodes.Name(name="say"), args=[nodes.Const(value=str(text))], kwargs=[], dyn_args=None, dyn_kwargs=None
        ):
            return text
    return ""


def game_page(name: str, slug: str, lang: str = "") -> str:
    """The name of a template as it is for one game, in one language."""
    return f"{lang}{OF}{slug}{OF}{name}" if lang else f"{slug}{OF}{name}" if slug else name


def parts_of(name: str) -> tuple[str, str, str]:
    """The language, the game and the file of a template; the first two may be lacking."""
    lang, slug, file = ["", "", *name.split(OF)][-3:]
    return lang, slug, file


class GameFiles(FileSystemLoader):
    """Files of the shelves, also under the names that they have for one game."""

    def __init__(self) -> None:
        super().__init__([shelf / "pages" for shelf in shelves()])

    def get_source(self, environment: Any, template: str) -> Any:
        """The file."""
        return super().get_source(environment, template.rpartition(OF)[2])


def install(app: Flask) -> None:
    """Lets an application make its pages this way; before it has made any."""
    app.jinja_environment = PageEnvironment
    loading = {"loader": GameFiles(), "cache_size": ALL, "autoescape": True}
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, **loading}
