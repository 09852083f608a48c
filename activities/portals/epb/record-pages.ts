/** SOO records on the export tracker: the list by invoice, and the page of one record with its receipt. */
import type { Page } from 'playwright';
import { portalMessages } from '#activities/portals/messages.ts';
import { createCells } from '#activities/portals/cells.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { button, link } from '#activities/portals/controls.ts';
import { everyPage, requireAnswerToSearch } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { config } from './config.ts';
import { openList, tools } from './tools.ts';
import { epbPortalMessages } from './messages.ts';

/** Values keyed by the portal's own labels. */
export type SooRecord = Map<string, string>;

/**
 * Returns the numbers of the account's records of an invoice. The search may also find longer invoice numbers. With
 * `until`, it stops at the page of the list that has this record.
 */
export async function listByInvoice(page: Page, invoiceNo: string, until?: string): Promise<string[]> {
  const { list } = config;
  await openList(page);
  await tools.fill(page, { label: list.invoiceNo, id: list.invoiceNoId }, invoiceNo);
  await tools.clickAndWait(page, button(page, list.submit));
  const wordsOfList = (): Promise<string | null> => tools.wordsInstead(page, list.table);
  const words = await wordsOfList();
  if (words !== null) {
    if (list.notFound.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
  }
  const rows = await everyPage(page, list.pages, {
    read: () => readTable(page, list.table),
    clickAndWait: tools.clickAndWait,
    wordsInstead: wordsOfList,
    isEnough: (read) => read.some((row) => fieldValue(row, list.recordNo) === until),
  });
  requireAnswerToSearch(rows.map((row) => [[invoiceNo, fieldValue(row, 'Invoice No')]]));
  const numbers = rows
    .filter((row) => isSameText(fieldValue(row, 'Invoice No'), invoiceNo))
    .map((row) => fieldValue(row, list.recordNo));
  if (numbers.includes('')) throw await tools.explain(page);
  return numbers;
}

/** Opens a record of the invoice, from the list if the current page shows it there. */
export async function openRecord(page: Page, invoiceNo: string, number: string): Promise<SooRecord> {
  if ((await link(page, number).count()) === 0) await listByInvoice(page, invoiceNo, number);
  await tools.clickAndWait(page, link(page, number));
  return readRecord(page);
}

/** Reads the record on the current page. */
export const readRecord = (page: Page): Promise<SooRecord> => tools.readPairs(page, config.record.table);

export const { cellOf: fieldValue } = createCells({
  missing: (label) => epbPortalMessages.noLabel({ label }),
});

/** Downloads the receipt of the record on the current page. */
export const downloadReceipt = (session: PortalSession): Promise<Uint8Array> =>
  tools.downloadLinked(session, link(session.page, config.record.receipt));
