/** REX/SOO Submission, one row: list by invoice → form with two PDFs → Submit → record number and receipt. */
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/epb/config.ts';
import {
  fillForm,
  openForm,
  readAnswer,
  submitForm,
  type NotChosen,
  type Pdf,
} from '#activities/portals/epb/create-page.ts';
import {
  downloadReceipt,
  fieldValue,
  listByInvoice,
  openRecord,
  type SooRecord,
} from '#activities/portals/epb/record-pages.ts';
import { isCountry, isId, isImporter, sooItems, type SooItem } from '#activities/portals/epb/soo-form.ts';
import { typedText } from '#activities/portals/form-items.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import type { RowData } from '#services/contract.ts';
import { difference } from '#services/families/differences.ts';
import { scaled } from '#contracts/decimals.ts';
import { foundAmong } from '#services/families/found-among.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  RowResult,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { documentNames } from './documents.ts';
import { rexSooSubmissionMessages } from './messages.ts';

export const rexSooSubmission: SubmitRunner = {
  outputColumns: ['portal_record_id', 'portal_status', 'charge_bdt'],
  check,
  run,
};

const choices = [
  { column: 'rex_importer_id', label: 'Importer', idLabel: 'Importer ID', isLabel: isImporter },
  {
    column: 'destination_country_id',
    label: 'Destination Country',
    idLabel: 'Country ID',
    isLabel: isCountry,
  },
] as const;

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found> {
  signal.throwIfAborted();
  const { page } = session;
  const invoiceNo = row['invoice_no'] ?? '';
  return foundAmong(await listByInvoice(page, invoiceNo), {
    open: async (reference) => {
      signal.throwIfAborted();
      const record = await openRecord(page, invoiceNo, reference);
      return {
        reference,
        differing: differences(row, record),
        result: () => resultOf(session, row, record),
      };
    },
    conflict: (number, figures) => rexSooSubmissionMessages.recordDiffers({ number, figures }),
  });
}

/** Returns the columns in which the record differs from the row. Empty optional cells are not compared. */
function differences(row: RowData, record: SooRecord): Message[] {
  const chosen = choices.filter(({ column, label, idLabel, isLabel }) => {
    const text = row[column] ?? '';
    return isId(text) ? fieldValue(record, idLabel) !== text : !isLabel(fieldValue(record, label), text);
  });
  const typedIn = sooItems.filter((item) => {
    const text = row[item.column];
    return text !== undefined && !matchesShown(item, text, fieldValue(record, item.label));
  });
  return [...chosen, ...typedIn].map(({ column, label }) =>
    difference(column, fieldValue(record, label), correctionMessages.emptyInBrackets()),
  );
}

function matchesShown({ kind }: SooItem, text: string, shown: string): boolean {
  if (kind !== 'number') return isSameText(typedText(kind, text), shown);
  const number = shown.replaceAll(',', '');
  return isNumber(number) && scaled(number) === scaled(text);
}

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

async function run([row]: Filing, context: SubmitContext): Promise<FilingResult> {
  const { page } = context.session;
  const pdfs = await readPdfs(row, context);
  if ('missing' in pdfs)
    return {
      outcome: 'INPUT_INVALID',
      message: uploadMessages.unreadableInZip({ name: pdfs.missing }),
    };
  await openForm(page);
  const stopped = await fillForm(page, { texts: row, ...pdfs });
  if (stopped) return notChosen(row, stopped);
  await context.commit(() => submitForm(page));
  const answer = await readAnswer(page);
  if ('words' in answer) return refused(answer.words, row, context);
  return { ...(await resultOf(context.session, row, answer.record)), outcome: 'SUCCESS' };
}

async function readPdfs(
  row: RowData,
  { readDocument }: SubmitContext,
): Promise<{ invoicePdf: Pdf; blPdf: Pdf } | { missing: string }> {
  const names = documentNames(row);
  const [invoicePdf, blPdf] = await Promise.all([readDocument(names.invoice), readDocument(names.bl)]);
  if (!invoicePdf || !('bytes' in invoicePdf)) return { missing: names.invoice };
  if (!blPdf || !('bytes' in blPdf)) return { missing: names.bl };
  return { invoicePdf, blPdf };
}

/** A record of the wrong importer cannot be taken back, so that a person must say which one is meant. */
function notChosen(row: RowData, { list, fitting }: NotChosen): RowResult {
  const { rex_importer_id: importer, destination_country_id: country } = row;
  if (fitting.length > 0) {
    const name = list === 'importer' ? importer : country;
    const message = rexSooSubmissionMessages.severalEntries({ name, ids: fitting.join(', ') });
    return { outcome: 'INPUT_INVALID', message };
  }
  const message =
    list === 'importer'
      ? rexSooSubmissionMessages.importerNotSaved({ importer })
      : rexSooSubmissionMessages.countryNotOffered({ country });
  return { outcome: 'REJECTED', message };
}

/** Returns the outcome of a refusal. Unknown messages are never guessed. */
async function refused(words: string, row: RowData, { session }: SubmitContext): Promise<RowResult> {
  if (config.alreadyRecorded.test(words)) {
    // Chromium repeats an upload whose connection was cut, so the existing record may be our own; it is looked up and
    // compared.
    const recorded = await listByInvoice(session.page, row['invoice_no'] ?? '');
    if (recorded.length > 0) throw new PortalFault('UNCERTAIN', quote(words));
    return { outcome: 'REJECTED', message: quote(words) };
  }
  if (config.refusals.test(words)) return { outcome: 'REJECTED', message: quote(words) };
  throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
}

/** Builds the result from the record on the current page. */
async function resultOf(session: PortalSession, row: RowData, record: SooRecord): Promise<FiledResult> {
  const number = fieldValue(record, 'Record No');
  const status = fieldValue(record, 'Status');
  const charge = fieldValue(record, 'Charge (BDT)').replaceAll(',', '');
  const receipt = async () => ({
    name: `SOO_${row['invoice_no']}.pdf`,
    contentType: 'application/pdf',
    bytes: await downloadReceipt(session),
  });
  return {
    message: rexSooSubmissionMessages.recorded({ number }),
    portalReference: number,
    values: {
      portal_record_id: number,
      portal_status: status,
      charge_bdt: isNumber(charge) ? Number(charge) : null,
    },
    fetchDocuments: async () => [await receipt()],
  };
}
