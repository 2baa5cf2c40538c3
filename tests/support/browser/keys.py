"""Somebody who plays by keyboard and by what a screen reader is told: no mouse, no finger, no control without role and name."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect
from support.browser.people import follow, patiently, version

MOST = 400  # presses of a key until something must have been reached
# How a form is reached: it may lie in a dialog, on another tab, in a fold, or behind the choice of what is asked about.
WHERE = """([kind, offer, move]) => {
    const fits = (form) => [...form.elements].filter((field) => field.type === 'hidden' && field.name in move)
        .every((field) => String(field.value) === String(move[field.name]) || field.value === JSON.stringify(move[field.name])
            || 'dial' in field.dataset)
        && [...form.elements].some((one) => one.type === 'submit' && (!one.name || String(move[one.name]) === one.value));
    const form = [...document.querySelectorAll(`form[data-kind="${kind}"][data-offer="${offer}"]`)].find(fits);
    if (!form) return null;
    const dialog = form.closest('dialog'), tab = form.closest('.tab');
    const about = form.className.match(/(?:^| )q-(\\w+)/)?.[1];
    return { id: form.id, dialog: dialog?.id ?? '', open: dialog?.open ?? true, tab: tab?.className.match(/tab-(\\w+)/)?.[1] ?? '',
        about: about === undefined ? null : about === 'city' ? '' : about };
}"""
FIELDS = """([id, move]) => {
    const form = document.getElementById(id), found = new Map();
    for (const field of form.elements) {
        if (!field.name || field.type === 'hidden' || field.disabled || 'dial' in field.dataset) continue;
        const [name, key] = field.name.split('.');
        const wanted = key === undefined ? move[name] : move[name]?.[key];
        const as = field.dataset.as === 'json' ? (value) => JSON.stringify(value) : String;
        if (field.type === 'submit') continue;
        if (wanted === undefined || wanted === null || wanted === false) continue;
        const same = (one) => one === as(wanted) || (field.dataset.as === 'json' && one && JSON.stringify(JSON.parse(one)) === JSON.stringify(wanted));
        const value = field.options ? [...field.options].map((o) => o.value).find(same) ?? as(wanted) : as(wanted);
        found.set(field.name, { name: field.name, type: field.options ? 'select' : field.type, value });
    }
    const fit = (one) => one.type === 'submit' && (!one.name || String(move[one.name]) === one.value) && one.checkVisibility();
    const button = [...form.elements].find(fit);
    const css = button?.id ? `#${button.id}` : button?.name ? `#${id} [name="${button.name}"][value="${button.value}"]`
        : `#${id} button:not([type="button"], [name])`;
    return { fields: [...found.values()], button: button ? css : '' };
}"""
FOLDED = """(part) => {
    const fold = part.closest('details:not([open])');
    if (!fold || part.checkVisibility() || part.matches('summary')) return false;
    fold.setAttribute('data-fold', '');
    return true;
}"""
# Which way is shorter; whoever cannot see learns that by ear.
WAY = """(css) => {
    const around = document.querySelector('dialog[open]') ?? document;
    const stops = [...around.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0);
    const [from, to] = [stops.indexOf(document.activeElement), stops.findIndex((one) => one.matches(css))];
    const ahead = (to - from + stops.length) % stops.length;
    return to >= 0 && ahead > stops.length / 2 ? 'Shift+Tab' : 'Tab';
}"""
# The words that stand in a region; what is drawn there has others, in the tree alone.
READ = """(region) => {
    const found = [], words = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        if (!words.currentNode.parentElement.closest('svg, [aria-hidden="true"], [role="img"]')) found.push(words.currentNode.data);
    }
    return found.join(' ').split(/\\s+/).filter(Boolean);
}"""
NOW = "(css) => Boolean(document.activeElement?.matches(css))"
ARMED = "() => { const b = document.activeElement; return !b?.classList.contains('armed') || Date.now() - b.dataset.since > 400; }"


class Keys:
    """A keyboard at a phone's page, and the tree that its screen reader has."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._wire = page.context.new_cdp_session(page)
        self.heard: list[str] = []  # controls that were used, as they are read out

    def press(self, key: str) -> None:
        """One key."""
        self.page.keyboard.press(key)

    def here(self) -> tuple[str, str, dict[str, Any]]:
        """Role, name and states of what has the focus, as the accessibility tree has them."""
        found = self._wire.send("Runtime.evaluate", {"expression": "document.activeElement"})
        about = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node = self._wire.send("Accessibility.getPartialAXTree", about)["nodes"][0]
        states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        return node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""), states

    def read_out(self, css: str) -> tuple[str, str]:
        """The role of a region that is read out by itself, and what is said then, as the accessibility tree has both."""
        found = self._wire.send("Runtime.evaluate", {"expression": f"document.querySelector({json.dumps(css)})"})
        about = self._wire.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})["node"]["backendNodeId"]
        nodes = {node["nodeId"]: node for node in self._wire.send("Accessibility.getFullAXTree")["nodes"]}
        region = next((node for node in nodes.values() if node.get("backendDOMNodeId") == about), {"ignored": True})
        states = {each["name"]: each["value"].get("value") for each in region.get("properties", [])}
        assert not region["ignored"], f"{css} is not in the tree"
        assert states.get("live") in ("polite", "assertive"), f"{css} is not read out"
        told, left = list[str](), list(region["childIds"])
        while left:
            node = nodes[left.pop(0)]
            if not node["ignored"] and node["role"]["value"] in ("StaticText", "image"):
                told += str(node["name"]["value"]).split()
            else:
                left[:0] = node["childIds"]
        return region["role"]["value"], " ".join(told)

    def reach(self, css: str) -> None:
        """Goes with Tab to a control; it must be one for screen readers, too."""
        way = self.page.evaluate(WAY, css)
        for _ in range(MOST):
            if self.page.evaluate(NOW, css):
                break
            self.press(way)
        else:
            raise AssertionError(
                f"no key leads to {css}; the page shows {self.page.locator('main').inner_text()[:300]!r}"
            )
        role, name, _ = self.here()
        assert role not in ("", "none", "generic"), css
        assert name.strip(), f"{css}: {role} without a name"
        self.heard.append(f"{role}: {name}")

    def push(self, css: str) -> None:
        """Goes to a button and presses it; once more, if it asks."""
        self.reach(css)
        before = version(self.page)
        self.press("Enter")
        if self.page.evaluate("() => document.activeElement?.classList.contains('armed')"):
            self.page.wait_for_function(ARMED)
            self.press("Enter")
        self.before = before

    def unfold(self, css: str) -> None:
        """Opens what a control lies folded in."""
        if self.page.locator(css).last.evaluate(FOLDED):
            self.push("[data-fold] > summary")
            self.page.evaluate("() => document.querySelector('[data-fold]')?.removeAttribute('data-fold')")

    def choose(self, form: str, field: dict[str, str]) -> None:
        """Fills one field of a form."""
        name, kind, value = field["name"], field["type"], field["value"]
        css = f':is(#{form} [name="{name}"], [form="{form}"][name="{name}"])'
        self.reach(css)
        if kind == "checkbox":
            return self.press("Space")
        if kind not in ("radio", "select"):
            return self.page.keyboard.type(value)
        for n in range(MOST):
            at = self.page.evaluate("() => [document.activeElement.value, document.activeElement.checked ?? true]")
            if at == [value, True]:
                self.heard.append(": ".join(self.here()[:2]))
                return None
            self.press("Space" if kind == "radio" and at[0] == value else "ArrowDown" if n < MOST / 2 else "ArrowUp")
        raise AssertionError(f"{name} never becomes {value}")

    def play(self, call: dict[str, Any]) -> None:
        """Makes a move as it would be sent, by the form that sends it; the page has followed then."""
        move = call["move"]
        for _ in patiently("the form of the move"):
            at = self.page.evaluate(WHERE, [move["kind"], call["offer"], move])
            if at:
                break
        before = version(self.page)
        if at["tab"] and self.page.evaluate("(id) => !document.getElementById(id).checkVisibility()", at["id"]):
            shown = self.page.evaluate("() => document.documentElement.dataset.tab")
            if shown != at["tab"]:
                self.push(f'.tabs [data-set="tab={at["tab"]}"]')
        self.unfold(f"#{at['id']}")
        if not at["open"]:
            self.unfold(f'[data-dialog="{at["dialog"]}"]')
            self.push(f'[data-dialog="{at["dialog"]}"]')
            expect(self.page.locator(f"#{at['dialog']}")).to_be_visible()
        if at["about"] is not None:
            self.push(f'#{at["dialog"]} [data-set="about={at["about"]}"]')
        self.fill(at["id"], move)
        follow(self.page, before + 1)

    def fill(self, form: str, move: dict[str, Any]) -> None:
        """Fills a form and sends it."""
        asked = self.page.evaluate(FIELDS, [form, move])
        for field in asked["fields"]:
            self.choose(form, field)
        for digit in str(move.get("number", "")) if self.page.locator(f"#{form} [data-dial]").count() else "":
            self.push(f'#{form} [data-key="{digit}"]')
        cards = move.get("cards") if self.page.locator(f"#{form} [data-pick]").count() else None
        for card in cards or ():
            self.reach(f'#{form} [data-pick][value="{card}"]')
            self.press("Space")
        expect(self.page.locator("html:not([data-fresh])")).to_have_count(1)
        assert asked["button"], f"{form} has no button for {json.dumps(move)}"
        self.push(asked["button"])
