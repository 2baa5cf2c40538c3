"""What on a page is seen too faintly, reckoned from computed styles: type below 4.5, lines and marks that tell something below 3."""

from __future__ import annotations

from playwright.sync_api import Page

# Type in or upon pictures is left out: what lies under it is not known here. So is what is written over stripes or is switched off.
FAINT = """(telling) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const seen = new Map();
  const rgba = (css) => {
    if (!seen.has(css)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      seen.set(css, [r, g, b, a / 255]);
    }
    return seen.get(css);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, two) => {
    const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const once = (reckon) => {  // hundreds of parts lie in the same few
    const known = new Map();
    return (part) => {
      if (!known.has(part)) known.set(part, reckon(part));
      return known.get(part);
    };
  };
  const ground = once((part) => {
    if (!part) return [255, 255, 255];
    const { backgroundColor, backgroundImage } = getComputedStyle(part);
    if (backgroundImage !== 'none') return null;
    const own = rgba(backgroundColor);
    if (own[3] === 1) return own.slice(0, 3);
    const below = ground(part.parentElement);
    return below && over(own, below);
  });
  const faded = once((part) => part && (Number(getComputedStyle(part).opacity) < 1 || faded(part.parentElement)));
  const name = (part) => `${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}#${part.id}`;
  const dialog = document.querySelector('dialog[open]');
  const shown = [...(dialog ?? document.body).querySelectorAll('*')].filter((part) =>
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !part.closest('svg, .unseen, :disabled, .busy, #moment, [role="img"]:has(> svg)')
    && !faded(part));
  const found = [];
  for (const part of shown) {
    const style = getComputedStyle(part);
    if ([...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
      const below = ground(part);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 600) ? 3 : 4.5;
      const reached = below && contrast(over(rgba(style.color), below), below);
      if (below && reached < least) found.push(`${name(part)} “${part.textContent.trim().slice(0, 30)}”: ${reached.toFixed(2)}`);
    }
    if (telling && part.matches(telling)) {
      const outside = ground(part.parentElement);
      if (!outside) continue;
      const sides = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => parseFloat(style[`border${side}Width`]) >= 1);
      const edges = sides.map((side) => over(rgba(style[`border${side}Color`]), outside));
      const inside = ground(part) ?? outside;
      const reached = Math.max(...[...edges, inside].map((colour) => contrast(colour, outside)));
      if (reached < 3) found.push(`${name(part)} edge: ${reached.toFixed(2)}`);
    }
  }
  return [...new Set(found)];
}"""
# Things to tap, marks of players, whose turn it is, pieces
TELLING = (
    "button:not(.tabs button, .tool, .again), .button, select:not(.slot select), input:not([type]), textarea, .chip i, .mark-of, li.turn, .choices span, "
    ".digits span, .status.mine, .tile, .pawn:not(.none), .slot, .face, .points i, .win, .verdict, "
    ".segs label > span, button.stop, .stop.met, .dice label > span, .names label > span, .markbox, .choose label > span"
)


def faint(page: Page, telling: str = TELLING) -> list[str]:
    """What is too faint on a page as it is now: type, and the edges of what tells something."""
    found: list[str] = page.evaluate(FAINT, telling)
    return found
