/**
 * Reads lists of several pages to their end. A page that was not read may have the wanted record, so that a pager that
 * cannot be followed never counts as "not there", and neither does the answer to another search.
 */
import type { Locator } from 'playwright';
import type { Message } from '#contracts/messages/message.ts';
import { PortalFault } from './contract.ts';
import { link, type PageOrFrame } from './controls.ts';
import { portalMessages } from './messages.ts';
import { hasText } from './same-text.ts';

export type ListPages = {
  /** Name of the link to the next page. */
  next: string;
  /** Selector of what a list shows only if it has several pages. */
  pager: string;
};

/** Links to further pages as ASP.NET, APEX and the usual libraries write them. */
export const usualPager: ListPages = {
  next: 'Next',
  pager: 'a[rel=next], a[href*="Page$"], .pagination a, .pager a, [class*="agination"] a',
};

/** Maximum number of pages; a search by a number has far fewer. */
const PAGES_MAX = 50;

const usualLimit = { pages: PAGES_MAX, message: () => portalMessages.listTooLong({ pages: PAGES_MAX }) };

type Steps<At extends PageOrFrame, Row> = {
  read: () => Promise<Row[]>;
  clickAndWait: (root: At, target: Locator) => Promise<void>;
  /** Returns the portal's words if the next page shows no list. */
  wordsInstead: () => Promise<string | null>;
  /** Stops at the page that completes the wanted rows, so that what stands there can be opened. */
  isEnough?: ((rows: readonly Row[]) => boolean) | undefined;
  /** How many pages are read at most, and what is said of a list with more; `count` is the number of rows read. */
  limit?: { pages: number; message: (count: number) => Message };
};

/** Reads the list on the current page and on all that follow. */
export async function everyPage<At extends PageOrFrame, Row>(
  root: At,
  list: ListPages,
  { read, clickAndWait, wordsInstead, isEnough = () => false, limit = usualLimit }: Steps<At, Row>,
): Promise<Row[]> {
  const rows = await read();
  const next = link(root, list.next);
  if (!isEnough(rows) && (await next.count()) === 0) await requireWholeList(root, list);
  for (let page = 1; !isEnough(rows) && (await next.count()) > 0; page += 1) {
    if (page >= limit.pages) throw new PortalFault('INPUT_INVALID', limit.message(rows.length));
    await clickAndWait(root, next.first());
    const words = await wordsInstead();
    if (words !== null) throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
    rows.push(...(await read()));
  }
  return rows;
}

/** Throws PORTAL_CHANGED if the list has further pages. */
export async function requireWholeList(
  root: PageOrFrame,
  { pager }: Pick<ListPages, 'pager'>,
): Promise<void> {
  if ((await root.locator(pager).count()) > 0)
    throw new PortalFault('PORTAL_CHANGED', portalMessages.listHasPages());
}

/** What was searched for, beside what a listed record shows in its place. */
type ShownNumber = readonly [wanted: string | undefined, shown: string];

/**
 * Throws PORTAL_BUSY if no listed record has a number that contains the wanted one. Such a list answers another search,
 * whose result the portal may have kept in its session. Longer numbers are an answer, and so is an empty list.
 */
export function requireAnswerToSearch(records: readonly (readonly ShownNumber[])[]): void {
  const mayBeFound = (record: readonly ShownNumber[]): boolean =>
    record.every(([wanted, shown]) => wanted === undefined || hasText(shown, wanted));
  if (records.length > 0 && !records.some(mayBeFound))
    throw new PortalFault('PORTAL_BUSY', portalMessages.otherRecords());
}
