/** Applications for permits, all rows of one invoice: list by invoice → form → goods → Save → application number. */
import {
  goodsItems,
  headerItems,
  isShown,
  type ApplicationItem,
  type PermitKind,
} from '#activities/portals/bepza/application-items.ts';
import { refusalOf, savedWords } from '#activities/portals/bepza/outcomes.ts';
import { addGoods, fillHeader, openNew, save } from '#activities/portals/bepza/pages/application-form.ts';
import {
  fetchPrint,
  readApplication,
  type Facts,
  type ShownApplication,
} from '#activities/portals/bepza/pages/application-page.ts';
import {
  listApplications,
  openApplication,
  type ListedApplication,
} from '#activities/portals/bepza/pages/search-pages.ts';
import { amountOf, cellOf } from '#activities/portals/cells.ts';
import { readConfirmation } from '#activities/portals/bepza/whereabouts.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { say } from '#contracts/say.ts';
import type { RowData } from '#services/contract.ts';
import { foundAmong } from './found-among.ts';
import type { Filing, Found, RowResult, SubmitContext, SubmitRunner } from '#services/runner.ts';

type Issue = {
  kind: PermitKind;
  outputColumns: readonly string[];
  /** What the service hands out of the application on the page. */
  result: (
    session: PortalSession,
    facts: Facts,
  ) => Promise<Pick<RowResult, 'values' | 'documents'>> | Pick<RowResult, 'values' | 'documents'>;
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
      conflict: (number, figures) =>
        say('The portal has application {number} of this invoice with {figures}.', { number, figures }),
    },
  );
}

/** Enterprise and transport document beside the invoice, which the list was searched for; exports have no such document. */
function isOfKey(row: RowData, listed: ListedApplication): boolean {
  const isSame = (cell = '', shown = ''): boolean => isShown('text', cell || undefined, shown);
  return (
    isSame(row['invoice_no'], listed.invoiceNo) &&
    isSame(row['enterprise_code'], listed.enterpriseCode) &&
    isSame(row['transport_doc_no'], listed.transportDocNo)
  );
}

/** What the portal shows otherwise than the rows say. */
function differences(kind: PermitKind, rows: Filing, { facts, goods }: ShownApplication): string[] {
  const between = (items: readonly ApplicationItem[], row: RowData, shown: Facts, of = ''): string[] =>
    items
      .filter((item) => !isShown(item.kind, row[item.column], cellOf(shown, item.label)))
      .map(({ column, label }) => `${column} ${cellOf(shown, label) || 'empty'}${of}`);
  const byNumber = new Map(goods.map((line) => [cellOf(line, 'Item No'), line]));
  const lines = rows.flatMap((row) => {
    const number = row['item_no'] ?? '';
    const line = byNumber.get(number);
    return line ? between(goodsItems, row, line, ` for item ${number}`) : [`no item ${number}`];
  });
  const numbers = new Set(rows.map((row) => row['item_no']));
  const more = [...byNumber.keys()].filter((number) => !numbers.has(number));
  return [
    ...between(headerItems[kind], rows[0], facts),
    ...lines,
    ...more.map((number) => `an item ${number}`),
  ];
}

async function run(issue: Issue, rows: Filing, { session, commit }: SubmitContext): Promise<RowResult> {
  const { page } = session;
  await openNew(page, issue.kind);
  await fillHeader(page, issue.kind, rows[0]);
  const refused = await addGoods(page, rows);
  if (refused !== null) return refusalOf(refused);
  await commit(() => save(page));
  const { isTaken, words } = await readConfirmation(page, savedWords);
  if (!isTaken) return refusalOf(words);
  return { ...(await resultOf(issue, session, await readApplication(page))), outcome: 'SUCCESS' };
}

/** The application is on the page. */
async function resultOf(
  issue: Issue,
  session: PortalSession,
  { facts }: ShownApplication,
): Promise<Omit<RowResult, 'outcome'>> {
  const applicationNo = cellOf(facts, 'Application No');
  return {
    message: say('Application {number} is on the portal: {status}.', {
      number: applicationNo,
      status: cellOf(facts, 'Status'),
    }),
    portalReference: applicationNo,
    ...(await issue.result(session, facts)),
  };
}

export const applicationValues = (facts: Facts): { application_no: string; portal_status: string } => ({
  application_no: cellOf(facts, 'Application No'),
  portal_status: cellOf(facts, 'Status'),
});

export const feeOf = (facts: Facts): number => Number(amountOf(facts, 'Fee (BDT)'));

/** The portal's own print: nothing that looks like a permit is ever made here. */
export async function printOf(session: PortalSession, facts: Facts): Promise<RowResult['documents']> {
  const bytes = await fetchPrint(session);
  const name = `EP_DRAFT_${cellOf(facts, 'Application No')}.pdf`;
  return [{ name, contentType: 'application/pdf', bytes }];
}
