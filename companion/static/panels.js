// What this page is made of: texts under their digests, as the server sends them. A text has places for others: PLACE, and
// the digest of what stands there.
const PLACE = "\x1f";
const NEW_LINE = "\x1d"; // the end of a line, which would end an event
const WIDTH = 8; // letters of a digest
const MOST = 600; // digests that the server lets a page name
const texts = new Map();
let whole = ""; // the digest of the page; none before the first was sent

// The first page comes at once, with the digest of each panel in a comment before it and another comment behind it.
export function gather(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found = [];
  while (walker.nextNode()) if (walker.currentNode.data[0] === "~") found.push(walker.currentNode);
  const begun = [];
  for (const comment of found) {
    if (comment.data.length > 1) begun.push(comment);
    else keep(begun.pop(), comment);
  }
  for (const comment of found) comment.remove();
}

function keep(first, last) {
  if (first.parentNode !== last.parentNode) return; // the browser has put something around a part of it
  const box = document.createElement("div");
  for (let node = first.nextSibling; node !== last; node = node.nextSibling) box.append(node.cloneNode(true));
  texts.set(first.data.slice(1), box.innerHTML.replace(/<!--~[\w-]*-->/g, ""));
}

const parts = (text) =>
  text
    .split(PLACE)
    .slice(1)
    .map((rest) => rest.slice(0, WIDTH));

// The digests of all that the page is made of. Whoever opens a stream with them may forget the rest.
export function has(forget) {
  const seen = new Set(whole ? [whole] : texts.keys());
  for (const digest of seen) for (const part of parts(texts.get(digest) ?? "")) seen.add(part);
  if (forget) for (const digest of texts.keys()) if (!seen.has(digest)) texts.delete(digest);
  return [...seen].slice(0, MOST).join("");
}

// Takes what is new: the digest of the whole, then one panel after the other. Returns the page, or nothing if one is lacking.
export function assemble(sent) {
  const [digest, ...lines] = sent.split("\x1e");
  for (const line of lines) texts.set(line.slice(0, WIDTH), line.slice(WIDTH).replaceAll(NEW_LINE, "\n"));
  whole = digest;
  try {
    return put(whole);
  } catch {
    texts.clear();
    whole = "";
    return null;
  }
}

// Throws if there is no such text.
function put(digest) {
  const [text, ...rest] = texts.get(digest).split(PLACE);
  return text + rest.map((each) => put(each.slice(0, WIDTH)) + each.slice(WIDTH)).join("");
}
