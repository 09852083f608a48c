/** Finds the fields of a form with one question to the browser, instead of one for each field. */
import type { Locator } from 'playwright';
import { field, type Control, type PageOrFrame } from './controls.ts';

/** Runs in the page: whether each control is the one element with its id, and has its label. */
const areKnown = `(controls) => controls.map(({ label, id }) => {
  const [first, ...others] = document.querySelectorAll(id);
  if (!first || others.length > 0) return false;
  return [...(first.labels ?? [])].some(({ textContent }) => textContent.replace(/\\s+/g, ' ').trim() === label);
})`;

/**
 * Returns how to find each control of the form. One that has both its label and its id is found by the id alone, because
 * Playwright compares a label with those of the whole page each time.
 */
export async function fieldsOf(
  root: PageOrFrame,
  controls: readonly Control[],
): Promise<(control: Control) => Locator> {
  const asked = `(${areKnown})(${JSON.stringify(controls.map(({ label, id }) => ({ label, id })))})`;
  // A page that is being replaced, and a selector that only Playwright knows, are left to the search for each field.
  const known = await root.evaluate<boolean[]>(asked).catch(() => []);
  const ids = new Set(controls.filter((_, index) => known[index]).map(({ id }) => id));
  return (control) => (ids.has(control.id) ? root.locator(control.id) : field(root, control));
}
