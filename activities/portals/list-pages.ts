/**
 * Reads lists of several pages to their end. A page that was not read may have the wanted record, so that a pager that
 * cannot be followed never counts as "not there".
 */
import type { Locator } from 'playwright';
import { PortalFault } from './contract.ts';
import { link, type PageOrFrame } from './controls.ts';
import { portalMessages } from './messages.ts';

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

type Steps<At extends PageOrFrame, Row> = {
  read: () => Promise<Row[]>;
  clickAndWait: (root: At, target: Locator) => Promise<void>;
  /** Returns the portal's words if the next page shows no list. */
  wordsInstead: () => Promise<string | null>;
  /** Stops at the page that completes the wanted rows, so that what stands there can be opened. */
  isEnough?: ((rows: readonly Row[]) => boolean) | undefined;
};

/** Reads the list on the current page and on all that follow. */
export async function everyPage<At extends PageOrFrame, Row>(
  root: At,
  list: ListPages,
  { read, clickAndWait, wordsInstead, isEnough = () => false }: Steps<At, Row>,
): Promise<Row[]> {
  const rows = await read();
  const next = link(root, list.next);
  if (!isEnough(rows) && (await next.count()) === 0) await requireWholeList(root, list);
  for (let page = 1; !isEnough(rows) && (await next.count()) > 0; page += 1) {
    if (page === PAGES_MAX)
      throw new PortalFault('INPUT_INVALID', portalMessages.listTooLong({ pages: page }));
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
