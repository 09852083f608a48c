/** Reads texts and tables of a portal's page, each with one question to the browser. */
import type { PageOrFrame } from './controls.ts';

/** What is read of an element in the page. */
type PageElement = {
  textContent: string | null;
  innerText?: string;
  getAttribute: (name: string) => string | null;
  /** Of an entry of a list. */
  value?: string;
  querySelectorAll: (selector: string) => Iterable<PageElement>;
  checkVisibility: (options?: { visibilityProperty: boolean }) => boolean;
  getBoundingClientRect: () => { width: number; height: number };
};

/**
 * Returns what `read` makes of all elements that the selector finds. `read` runs in the page, so that it can use nothing
 * but its argument.
 *
 * With a locator, Playwright first compiles its own search in the page, which takes about 20 ms in each new document:
 * once for clicks and fields, and once more for reading. So the page itself searches for what CSS can find.
 */
async function readElements<Read>(
  root: PageOrFrame,
  selector: string,
  read: (elements: PageElement[]) => Read,
): Promise<Read> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  try {
    return await root.evaluate<Read>(`(${String(read)})(${found})`);
  } catch (error) {
    if (!isAboutSelector(error)) throw error;
    const elements = root.locator(selector);
    return (await elements.evaluateAll(read as unknown as (all: unknown) => unknown)) as Read;
  }
}

/** Recognises that a page map uses one of Playwright's own selectors, such as `:has-text()`. */
const isAboutSelector = (error: unknown): boolean =>
  error instanceof Error && /is not a valid selector/.test(error.message);

/** Returns the texts of the elements as the page shows them. */
export const shownTexts = (root: PageOrFrame, selector: string): Promise<string[]> =>
  readElements(root, selector, (elements) => elements.map((element) => element.innerText ?? ''));

/** Returns the texts of the cells of a table, or of several. */
export const cellTexts = (root: PageOrFrame, table: string): Promise<string[]> =>
  readElements(root, table, (tables) =>
    tables.flatMap((each) => Array.from(each.querySelectorAll('th, td'), (cell) => cell.textContent ?? '')),
  );

/** Returns the texts and the targets of the links in a table. */
export const linksIn = (root: PageOrFrame, table: string): Promise<{ text: string; href: string }[]> =>
  readElements(root, table, (tables) =>
    tables.flatMap((each) =>
      Array.from(each.querySelectorAll('a[href]'), (link) => ({
        text: (link.textContent ?? '').trim(),
        href: link.getAttribute('href') ?? '',
      })),
    ),
  );

/** Returns whether the page shows a link with this text. A link that has its name from elsewhere is not found. */
export const showsLink = (root: PageOrFrame, text: string): Promise<boolean> =>
  root.evaluate<boolean>(`[...document.links].some((link) =>
    link.textContent.replace(/\\s+/g, ' ').trim() === ${JSON.stringify(text)} &&
    link.checkVisibility({ visibilityProperty: true }))`);

export type ListEntry = { value: string; label: string };

/** Returns the entries of a list; null unless the selector finds exactly one element. */
export async function listEntries(root: PageOrFrame, list: string): Promise<ListEntry[] | null> {
  // Hundreds of entries arrive faster as one text than as objects.
  const json = await readElements(root, list, ([first, ...others]) => {
    if (!first || others.length > 0) return null;
    const entries = Array.from(first.querySelectorAll('option'), (entry) => ({
      value: entry.value ?? '',
      label: entry.textContent ?? '',
    }));
    return JSON.stringify(entries);
  });
  return json === null ? null : (JSON.parse(json) as ListEntry[]);
}

/** Returns how many elements there are, and whether the first one is visible. */
export const lookFor = (root: PageOrFrame, selector: string): Promise<{ count: number; isShown: boolean }> =>
  readElements(root, selector, ([first, ...others]) => {
    if (!first) return { count: 0, isShown: false };
    const { width, height } = first.getBoundingClientRect();
    const isShown = width > 0 && height > 0 && first.checkVisibility({ visibilityProperty: true });
    return { count: 1 + others.length, isShown };
  });

/** Returns the texts of the one table's cells; null if it is not shown yet. */
export const shownCells = (root: PageOrFrame, table: string): Promise<string[] | null> =>
  readElements(root, table, ([first, ...others]) => {
    if (!first || others.length > 0 || !first.checkVisibility()) return null;
    return Array.from(first.querySelectorAll('th, td'), (cell) => cell.textContent ?? '');
  });

/** Reads a table's rows, or those of several, as maps from heading to cell text. */
export async function readTable(root: PageOrFrame, table: string): Promise<Map<string, string>[]> {
  const shown = await readElements(root, table, (tables) =>
    tables.map((each) => ({
      headings: Array.from(each.querySelectorAll('thead th'), (cell) => cell.textContent ?? ''),
      rows: Array.from(each.querySelectorAll('tbody tr'), (row) =>
        Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? ''),
      ),
    })),
  );
  return shown.flatMap(({ headings, rows }) =>
    rows.map((cells) => new Map(headings.map((heading, index) => [plain(heading), plain(cells[index])]))),
  );
}

/** Pairs labels with values from the texts of a definition table's cells, in which `th` and `td` alternate. */
export function pairsOf(texts: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let n = 0; n + 1 < texts.length; n += 2) pairs.set(plain(texts[n]), plain(texts[n + 1]));
  return pairs;
}

/** Collapses whitespace to single spaces. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
