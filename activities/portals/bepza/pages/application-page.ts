/** The page of one application: its fields, goods and documents, and its submission to the zone officer. */
import type { Page } from 'playwright';
import type { NamedFile } from '#services/runner.ts';
import { amountOf, cellOf } from '#activities/portals/cells.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/bepza/config.ts';
import { acceptingDialog } from '#activities/portals/page-answers.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import {
  answerWords,
  attach,
  clickAndWait,
  downloadLinked,
  explain,
  file,
  fill,
  wordsInstead,
  onPage,
  readPairs,
  select,
  uploadTools,
} from '#activities/portals/bepza/tools.ts';

/** Values keyed by the portal's own labels. */
export type Fields = ReadonlyMap<string, string>;
export type ShownApplication = { fields: Fields; goods: Fields[] };

/** Waits for the fields and the goods of the application on the page, and reads both. */
export async function readApplication(page: Page): Promise<ShownApplication> {
  const { fields, items } = config.application;
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => page.locator(fields).waitFor({ timeout }));
  await onPage(page, () => page.locator(items).waitFor({ timeout }));
  return {
    fields: pairsOf(await cellTexts(page, fields)),
    goods: await readTable(page, items),
  };
}

/** Downloads the application as the portal prints it. */
export const fetchPrint = (session: PortalSession): Promise<Uint8Array> =>
  downloadLinked(session, link(session.page, config.application.print));

export type ListedDocument = { paper: string; isRequired: boolean; isReceived: boolean };

/** Opens the document list from the page of a draft. */
export async function openDocuments(page: Page): Promise<ListedDocument[]> {
  await clickAndWait(page, link(page, config.application.documents));
  return readDocuments(page);
}

async function readDocuments(page: Page): Promise<ListedDocument[]> {
  const { table } = config.documents;
  await onPage(page, () => page.locator(table).waitFor({ timeout: config.timeouts.elementMs }));
  return (await readTable(page, table)).map((row) => ({
    paper: cellOf(row, 'Paper'),
    isRequired: cellOf(row, 'Required') === 'Yes',
    isReceived: cellOf(row, 'Status') === 'Received',
  }));
}

/** Uploads a document from the document list. Returns the portal's message if it refuses it. */
export async function uploadPaper(page: Page, paper: string, document: NamedFile): Promise<string | null> {
  const { documents } = config;
  await select(page, documents.paper, paper);
  await attach(page, documents.file, document);
  await uploadTools().clickAndWait(page, button(page, documents.upload));
  const refusal = await wordsInstead(page, documents.table);
  if (refusal !== null) return refusal;
  const words = await answerWords(page);
  if (words !== '') return words;
  const received = (await readDocuments(page)).some((listed) => listed.paper === paper && listed.isReceived);
  if (!received) throw await explain(page);
  return null;
}

/** Opens the last page before the submission, fills it in, and returns the fee it shows. */
export async function openSubmission(page: Page, remarks: string | undefined): Promise<{ fee: string }> {
  const { submission, timeouts, application } = config;
  await clickAndWait(page, link(page, application.submit));
  const fee = amountOf(await readPairs(page, submission.fields), 'Fee (BDT)');
  const undertaking = field(page, submission.undertaking);
  await onPage(page, () => undertaking.check({ timeout: timeouts.elementMs }));
  if (remarks !== undefined) await fill(page, submission.remarks, remarks);
  return { fee };
}

/** Clicks the submit button and confirms the browser dialog, which repeats the fee that was checked before. */
export const submit = (page: Page): Promise<void> =>
  acceptingDialog(page, () => file(page, button(page, config.submission.submit)));
