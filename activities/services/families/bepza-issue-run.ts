/**
 * Creates an application for a permit from all rows of one invoice: list by invoice → form → goods → Save →
 * application number.
 */
import {
  goodsItems,
  headerItems,
  isItemShown,
  type ApplicationItem,
  type PermitKind,
} from '#activities/portals/bepza/application-items.ts';
import { refusalOf, savedWords } from '#activities/portals/bepza/outcomes.ts';
import { addGoods, fillHeader, openNew, save } from '#activities/portals/bepza/pages/application-form.ts';
import {
  fetchPrint,
  readApplication,
  type Fields,
  type ShownApplication,
} from '#activities/portals/bepza/pages/application-page.ts';
import {
  listApplications,
  openApplication,
  type ListedApplication,
} from '#activities/portals/bepza/pages/search-pages.ts';
import { amountOf, cellOf } from '#activities/portals/cells.ts';
import { readConfirmation } from '#activities/portals/bepza/tools.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { difference } from './differences.ts';
import { foundAmong } from './found-among.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  RowDocument,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { bepzaMessages } from './bepza-messages.ts';

type Issue = {
  kind: PermitKind;
  outputColumns: readonly string[];
  /** Returns the service's result from the application on the page. */
  result: (session: PortalSession, fields: Fields) => Pick<FiledResult, 'values' | 'fetchDocuments'>;
};

export function createIssueRunner(issue: Issue): SubmitRunner {
  return {
    outputColumns: issue.outputColumns,
    check: (rows, context) => check(issue, rows, context),
    run: (rows, context) => run(issue, rows, context),
  };
}

async function check(issue: Issue, rows: Filing, { session, signal }: SubmitContext): Promise<Found> {
  signal.throwIfAborted();
  const { page } = session;
  const [first] = rows;
  const invoiceNo = first['invoice_no'] ?? '';
  const listed = await listApplications(page, issue.kind, { invoiceNo });
  return foundAmong(
    listed.filter((each) => isOfKey(first, each)),
    {
      open: async ({ applicationNo }) => {
        await openApplication(page, issue.kind, applicationNo);
        const shown = await readApplication(page);
        return {
          reference: applicationNo,
          differing: differences(issue.kind, rows, shown),
          result: () => resultOf(issue, session, shown),
        };
      },
      conflict: (number, figures) => bepzaMessages.applicationDiffers({ number, figures }),
    },
  );
}

/**
 * Returns whether a listed application has the row's enterprise and transport document. The list was searched by
 * invoice; exports have no such document.
 */
function isOfKey(row: RowData, listed: ListedApplication): boolean {
  const isShown = (cell = '', shown = ''): boolean => isItemShown('text', cell || undefined, shown);
  return (
    isShown(row['invoice_no'], listed.invoiceNo) &&
    isShown(row['enterprise_code'], listed.enterpriseCode) &&
    isShown(row['transport_doc_no'], listed.transportDocNo)
  );
}

/** Returns the differences between the rows and what the portal shows. */
function differences(kind: PermitKind, rows: Filing, { fields, goods }: ShownApplication): Message[] {
  const between = (items: readonly ApplicationItem[], row: RowData, shown: Fields): Message[] =>
    items
      .filter((item) => !isItemShown(item.kind, row[item.column], cellOf(shown, item.label)))
      .map(({ column, label }) => difference(column, cellOf(shown, label)));
  const byNumber = new Map(goods.map((line) => [cellOf(line, 'Item No'), line]));
  const lines = rows.flatMap((row) => {
    const number = row['item_no'] ?? '';
    const line = byNumber.get(number);
    if (!line) return [bepzaMessages.missingItem({ number })];
    return between(goodsItems, row, line).map((differing) =>
      bepzaMessages.differsForItem({ differing, number }),
    );
  });
  const numbers = new Set(rows.map((row) => row['item_no']));
  const more = [...byNumber.keys()].filter((number) => !numbers.has(number));
  return [
    ...between(headerItems[kind], rows[0], fields),
    ...lines,
    ...more.map((number) => bepzaMessages.additionalItem({ number })),
  ];
}

async function run(issue: Issue, rows: Filing, { session, commit }: SubmitContext): Promise<FilingResult> {
  const { page } = session;
  await openNew(page, issue.kind);
  await fillHeader(page, issue.kind, rows[0]);
  const refused = await addGoods(page, rows);
  if (refused !== null) return refusalOf(refused);
  await commit(() => save(page));
  const { isTaken, words } = await readConfirmation(page, savedWords);
  if (!isTaken) return refusalOf(words);
  return { ...resultOf(issue, session, await readApplication(page)), outcome: 'SUCCESS' };
}

/** Builds the result from the application on the current page. */
function resultOf(issue: Issue, session: PortalSession, { fields }: ShownApplication): FiledResult {
  const applicationNo = cellOf(fields, 'Application No');
  return {
    message: bepzaMessages.onPortal({ number: applicationNo, status: cellOf(fields, 'Status') }),
    portalReference: applicationNo,
    ...issue.result(session, fields),
  };
}

/** Returns the result columns that every service with an application has. */
export const applicationValues = (fields: Fields): { application_no: string; portal_status: string } => ({
  application_no: cellOf(fields, 'Application No'),
  portal_status: cellOf(fields, 'Status'),
});

/** Returns the fee in taka. */
export const feeOf = (fields: Fields): number => Number(amountOf(fields, 'Fee (BDT)'));

/** Downloads the portal's own print. The platform itself never produces anything that looks like a permit. */
export async function draftPdfOf(session: PortalSession, fields: Fields): Promise<RowDocument[]> {
  const bytes = await fetchPrint(session);
  const name = `EP_DRAFT_${cellOf(fields, 'Application No')}.pdf`;
  return [{ name, contentType: 'application/pdf', bytes }];
}
