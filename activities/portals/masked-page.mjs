/**
 * Runs in a portal's page, and returns the page as HTML in which a person's names, numbers and secrets are masked. What
 * page maps search for is kept: labels, headings, buttons, links and ids. Everything else keeps only its shape: letters
 * become x, digits become 0. Only the function's source reaches the page, so all that it uses is inside it.
 */
// @ts-nocheck: it runs in a page, with types of browsers that the other sources do not have.
export function maskedPage(mapTexts) {
  const KEPT_TEXTS =
    'label, legend, caption, summary, button, a, th, dt, h1, h2, h3, h4, h5, h6, option, title, [role=alert], .alert';
  const REMOVED = 'script, noscript, template, meta, link, base, object, embed';
  const KEPT_ATTRIBUTES = new Set(
    'id class name type for role href src action method alt title placeholder value checked selected disabled readonly required colspan rowspan scope lang dir'.split(
      ' ',
    ),
  );
  const OWN_VALUES = new Set(['submit', 'button', 'reset', 'checkbox', 'radio']);
  const STYLES_MAX = 200_000;
  const known = new Set(mapTexts);
  /** Ids that the map's selectors name. They are kept, even if they look like tokens. */
  const knownIds = new Set(
    mapTexts.flatMap((text) => [
      ...[...text.matchAll(/#([\w-]+)/g)].map(([, id]) => id),
      ...[...text.matchAll(/\[id="?([^"\]]+)"?\]/g)].map(([, id]) => id),
    ]),
  );

  const shape = (text) => text.replaceAll(/\p{L}/gu, 'x').replaceAll(/\p{N}/gu, '0');
  const digits = (text) => text.replaceAll(/\p{N}/gu, '0');
  /** Masks long numbers and tokens everywhere, because they belong to a session or a record. */
  const withoutTokens = (text) =>
    text
      .replaceAll(/[\w-]{16,}/g, (word) => (/\d/.test(word) ? shape(word) : word))
      .replaceAll(/\d{4,}/g, digits);

  const maskText = (node) => {
    const text = node.data.trim();
    if (text === '' || known.has(text)) return;
    const parent = node.parentElement;
    if (parent?.closest('style')) return;
    node.data = parent?.closest(KEPT_TEXTS) ? digits(node.data) : shape(node.data);
  };

  const maskValue = (element) =>
    OWN_VALUES.has(element.getAttribute('type') ?? '') || element.matches('button, option') ? digits : shape;

  const maskAttributes = (element) => {
    for (const { name, value } of [...element.attributes]) {
      const isNamedInMap = mapTexts.some((text) => text.includes(`[${name}`));
      if (!KEPT_ATTRIBUTES.has(name) && !name.startsWith('aria-') && !isNamedInMap)
        element.removeAttribute(name);
      else if (known.has(value) || ((name === 'id' || name === 'for') && knownIds.has(value))) continue;
      else if (name === 'value') element.setAttribute(name, maskValue(element)(value));
      else if (name === 'src' && value.startsWith('data:')) element.setAttribute(name, 'data:,');
      else element.setAttribute(name, withoutTokens(value));
    }
  };

  /** Returns the rules of all sheets, because the copy's own sheets are removed with the links to them. */
  const styles = () =>
    [...document.styleSheets]
      .flatMap((sheet) => {
        try {
          return [...sheet.cssRules].map((rule) => rule.cssText);
        } catch {
          return []; // A sheet of another host cannot be read.
        }
      })
      .join('\n')
      .slice(0, STYLES_MAX);

  /** Lists the nodes first, because removing one while walking would end the walk. */
  const textsAndComments = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return nodes;
  };

  const addStyles = (root, rules) => {
    const style = document.createElement('style');
    style.textContent = rules;
    root.querySelector('head')?.append(style);
  };

  const copy = document.documentElement.cloneNode(true);
  for (const element of copy.querySelectorAll(`${REMOVED}, style`)) element.remove();
  for (const node of textsAndComments(copy)) {
    if (node.nodeType === Node.COMMENT_NODE) node.remove();
    else maskText(node);
  }
  for (const element of copy.querySelectorAll('*')) maskAttributes(element);
  addStyles(copy, styles());
  return `<!doctype html>\n${copy.outerHTML}`;
}
