/**
 * Runs in a portal's page, and fills in the fields of a form in their order, as a person's keys would: the page gets the
 * same events, from the browser itself. It stops before the first field that it does not know, cannot use or cannot fill
 * in as wanted. Only the function's source reaches the page, so all that it uses is inside it.
 */
// @ts-nocheck: it runs in a page, with types of browsers that the other sources do not have.
export function fillIn(entries) {
  const TYPED = new Set(['text', 'search', 'tel', 'url', 'email', 'number', 'textarea']);

  const clean = (text) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const only = (found) => (found.length === 1 ? found[0] : null);
  /** Returns the label's text without that of the field, which may be inside it. */
  function textOf(label) {
    const copy = label.cloneNode(true);
    for (const field of copy.querySelectorAll('input, select, textarea')) field.remove();
    return clean(copy.textContent);
  }
  const isNamed = (field, label) =>
    label === undefined || [...(field.labels ?? [])].some((each) => textOf(each) === label);
  const groupOf = (legend) =>
    only(
      [...document.querySelectorAll('fieldset')].filter(
        (each) => clean(each.querySelector('legend')?.textContent) === legend,
      ),
    );

  /** Returns the one field with the id and the label, or with the label alone if the entry has no id. */
  function find({ label, id, group }) {
    const scope = group === undefined ? document : groupOf(group);
    const found = [...(scope?.querySelectorAll(id ?? 'input, select, textarea') ?? [])];
    if (id === undefined) return only(found.filter((field) => isNamed(field, label)));
    const field = only(found);
    return field && isNamed(field, label) ? field : null;
  }

  function isUsable(field) {
    const { width, height } = field.getBoundingClientRect();
    const isShown = width > 0 && height > 0 && field.checkVisibility({ visibilityProperty: true });
    return isShown && !field.matches(':disabled, [aria-disabled=true]') && !field.readOnly;
  }

  function type(field, text) {
    if (!TYPED.has(field.type)) return false;
    field.focus();
    field.select();
    if (document.activeElement !== field) return false;
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    return field.value === text;
  }

  function choose(field, text, isByLabel) {
    if (field.localName !== 'select' || field.multiple) return false;
    const isWanted = ({ value, label }) => clean(label) === text || (!isByLabel && value === text);
    const option = only([...field.options].filter(isWanted));
    if (!option || option.matches(':disabled')) return false;
    field.focus();
    option.selected = true;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }

  let done = 0;
  for (const entry of entries) {
    const field = find(entry);
    if (!field || !isUsable(field)) break;
    const isDone =
      entry.list === undefined
        ? type(field, entry.text)
        : choose(field, entry.text, entry.list === 'by label');
    if (!isDone) break;
    done += 1;
  }
  return done;
}
