"""What on a page is seen too faintly, reckoned from computed styles: type below 4.5, lines and marks that tell something below 3."""

from __future__ import annotations

from playwright.sync_api import Page

# Type upon pictures is left out: what lies under it is not known here. So is what is written over stripes or is switched off. Type
# in a drawing lies on the last shape drawn before it that holds its middle, on its own halo, or on what the drawing lies on.
FAINT = """([telling, signs]) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (css) => {
    if (!known.has(css)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(css, [r, g, b, a / 255]);
    }
    return known.get(css);
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
  const dim = once((part) => Number(getComputedStyle(part).opacity));
  const seen = (part, colour) => {  // through what is not opaque above it
    for (let one = part; one && colour; one = one.parentElement) {
      if (dim(one) === 1) continue;
      const below = ground(one.parentElement);
      colour = below && over([...colour, dim(one)], below);
    }
    return colour;
  };
  const drawn = (text, style) => {
    if (style.stroke !== 'none' && style.paintOrder.startsWith('stroke')) return rgba(style.stroke).slice(0, 3);
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    let svg = text.ownerSVGElement;
    while (svg.ownerSVGElement) svg = svg.ownerSVGElement;
    let found = ground(svg);
    for (const one of svg.querySelectorAll('rect, circle, ellipse, path, polygon, use, image, text')) {
      if (one === text || one.contains(text)) break;
      const box = one.getBoundingClientRect();
      if (one.closest('defs, symbol, clipPath, mask, pattern, text') || x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (one.matches('use, image')) { found = null; continue; }
      const { fill, fillOpacity } = getComputedStyle(one);
      if (fill === 'none' || !one.isPointInFill(new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse()))) continue;
      const own = fill.startsWith('url') ? null : rgba(fill);
      if (own) own[3] *= fillOpacity * dim(one);
      found = own && (own[3] === 1 ? own.slice(0, 3) : found && over(own, found));
    }
    return found;
  };
  const name = (part) => `${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}#${part.id}`;
  const dialog = document.querySelector('dialog[open]');
  const shown = [...(dialog ?? document.body).querySelectorAll('*')].filter((part) =>
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !part.closest('.unseen, :disabled, .stepper [aria-disabled="true"], .busy, :root:not([data-moment]) #moment'));
  const found = [];
  for (const part of shown) {
    const style = getComputedStyle(part), svg = part.closest('svg');
    if (svg && !part.matches('text, tspan')) {
      if (!telling || !part.matches(`:is(${signs}) svg`)) continue;
      const lies = part.closest('.again')?.previousElementSibling ?? part.parentElement;  // it is laid over that one
      const below = ground(lies);
      const reached = below && contrast(seen(part, over(rgba(style.stroke), below)), seen(part, below));
      if (below && reached < 3) found.push(`${name(part.parentElement)} sign: ${reached.toFixed(2)}`);
      continue;
    }
    const written = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (written && (svg || !part.closest('[role="img"]:has(> svg)'))) {
      const below = svg ? drawn(part, style) : ground(part);
      const size = parseFloat(style.fontSize) * (svg ? part.getScreenCTM().d : 1);
      const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 600) ? 3 : 4.5;
      const reached = below && contrast(seen(part, over(rgba(svg ? style.fill : style.color), below)), seen(part, below));
      if (below && reached < least) found.push(`${name(part)} “${part.textContent.trim().slice(0, 30)}”: ${reached.toFixed(2)}`);
    }
    if (svg) continue;
    if (telling && part.matches(telling)) {
      const outside = ground(part.parentElement);
      if (!outside) continue;
      const around = seen(part.parentElement, outside);
      const sides = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => parseFloat(style[`border${side}Width`]) >= 1);
      const edges = sides.map((side) => over(rgba(style[`border${side}Color`]), outside));
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) edges.push(over(rgba(style.outlineColor), outside));
      const inside = ground(part) ?? outside;
      const reached = Math.max(...[...edges, inside].map((colour) => contrast(seen(part, colour), around)));
      if (reached < 3) found.push(`${name(part)} edge: ${reached.toFixed(2)}`);
    }
  }
  return [...new Set(found)];
}"""
# Things to tap, marks of players, whose turn it is, pieces
TELLING = (
    ".tabs [aria-pressed=true], button:not(.tabs button, .tool, .again, .tip button), .button, select:not(.slot select), input:not([type]), textarea, .chip i, .mark-of, li.turn, .choices span, "
    ".digits span, .status.mine, .tile, .pawn:not(.none), .slot, .face, .points i, .win, .verdict:not([data-entry]), "
    ".segs label > span, button.stop, .stop.met, .dice label > span, .names label > span, .markbox, .choose label > span"
)

SIGNS = ".tool, .again"  # buttons without an edge: their sign is what is seen


def faint(page: Page, telling: str = TELLING) -> list[str]:
    """What is too faint on a page as it is now: type, and the edges of what tells something."""
    found: list[str] = page.evaluate(FAINT, [telling, SIGNS])
    return found
