/** Fills in a form with one question to the browser, instead of several for each field. */
import type { Locator } from 'playwright';
import { withinMs } from '#api/adapters/within-ms.ts';
import { PortalFault } from './contract.ts';
import { field, type PageOrFrame } from './controls.ts';
import { fillIn } from './fill-in.mjs';
import { slowFault } from './loading.ts';
import { portalMessages } from './messages.ts';

/**
 * A field, found by its label, its id or both, and what goes into it. `group` is the legend of the fields among which it
 * is. `list` is set for a list, from which the text is chosen by an entry's label, or by its label or its value.
 */
export type FormEntry = {
  label?: string | undefined;
  id?: string | undefined;
  group?: string;
  text: string;
  list?: 'by label' | 'by label or value' | undefined;
};

/** A page that does not answer for so long while its form is filled in is busy. */
const FILL_MS_MAX = 45_000;

/** How a portal's page tools act on an element that the page must contain, and how long they wait for it. */
type Acting = { onPage: <T>(root: PageOrFrame, action: () => Promise<T>) => Promise<T>; elementMs: number };

/**
 * Fills in the fields in their order. Those that the page itself does not find by their names, or that change what is
 * typed into them, are left to Playwright, which waits for them. Throws PortalFault INPUT_INVALID if a field holds fewer
 * characters than the text has, because the portal would file a part of it.
 */
export async function fillInEntries(
  root: PageOrFrame,
  entries: readonly FormEntry[],
  acting: Acting,
): Promise<void> {
  let next = 0;
  while (next < entries.length) {
    // A page that is being replaced does not answer, and Playwright waits for the one that follows.
    const filled = root.evaluate<number, readonly FormEntry[]>(fillIn, entries.slice(next)).catch(() => 0);
    next += await withinMs(FILL_MS_MAX, filled, () => {
      // The script may still type, so that nothing else may.
      throw slowFault();
    });
    const entry = entries[next];
    if (entry) await fillInOne(root, entry, acting);
    next += 1;
  }
}

async function fillInOne(
  root: PageOrFrame,
  entry: FormEntry,
  { onPage, elementMs: timeout }: Acting,
): Promise<void> {
  const { text, list, label = '' } = entry;
  const found = locatorOf(root, entry);
  if (list !== undefined) {
    const wanted = list === 'by label' ? { label: text } : text;
    await onPage(root, () => found.selectOption(wanted, { timeout }));
    return;
  }
  await onPage(root, () => found.fill(text, { timeout }));
  const { value, maxLength } = await onPage(root, () => found.evaluate(heldBy, undefined, { timeout }));
  if (text.length > maxLength && value.length === maxLength)
    throw new PortalFault('INPUT_INVALID', portalMessages.tooLongForField({ label, max: maxLength }));
}

/** Runs in the page. The length is -1 for a field without a limit. */
const heldBy = (field: unknown): { value: string; maxLength: number } => {
  const { value, maxLength } = field as { value: string; maxLength: number };
  return { value, maxLength };
};

function locatorOf(root: PageOrFrame, { label, id, group }: FormEntry): Locator {
  if (group !== undefined) return labelled(root.getByRole('group', { name: group, exact: true }), label);
  if (id === undefined) return labelled(root, label);
  return field(root, label === undefined ? { id } : { label, id });
}

const labelled = (root: PageOrFrame | Locator, label = ''): Locator =>
  root.getByLabel(label, { exact: true });
