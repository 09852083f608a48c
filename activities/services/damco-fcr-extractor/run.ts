/**
 * Damco FCR Extractor, one row: searches the mailbox, reads the PDFs of the emails, and keeps the newest version of
 * each FCR.
 */
import type { Mailbox } from '#activities/portals/mailbox/mailbox.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';
import { fcrFields } from './fields.ts';
import { fcrNumber, matchesOf, newestOf, noTextLayer, type Match } from './matches.ts';
import { damcoFcrExtractorMessages } from './messages.ts';

const fcrColumns = [
  ...fcrFields,
  'mail_date',
  'mail_subject',
  'attachment',
  'confidence',
  'warnings',
] as const;
/** Confidence below which the customer is asked to compare the row with the PDF. */
const CONFIDENT_FROM = 0.8;

export const damcoFcrExtractor: ReadRunner = {
  outputColumns: ['fcrs', ...fcrColumns],
  outputSheets: { FCRs: fcrColumns, Confidence: ['fcr_no', 'attachment', 'field', 'value', 'confidence'] },
  run,
};

async function run(row: RowData, { mailbox, signal }: RunContext): Promise<RowResult> {
  if (!mailbox) throw new Error('The FCR extractor needs a mailbox.');
  const { search_key: key = '', from_date: from = '', to_date: to = '', sender_contains: sender } = row;
  const { mails, leftOut } = await mailbox.find({ mentions: key, from, to, sender });
  const { matches, unread } = await readMails(mailbox, mails, key, signal);
  const limits = sequence(leftOutNote(leftOut), ...unread);
  if (matches.length === 0)
    return {
      outcome: 'NOT_FOUND',
      message: sequence(damcoFcrExtractorMessages.noReceipt({ key, from, to }), limits),
    };
  const newest = newestOf(matches);
  const documents = newest.map(documentOf);
  const lines = newest.map(lineOf);
  const sheets = { FCRs: lines, Confidence: newest.flatMap(confidenceLines) };
  const values = { fcrs: newest.length, ...lines[0] };
  if (newest.every(({ fcr }) => fcr === null)) {
    const message = sequence(newest[0]?.warnings[0] ?? noTextLayer, limits);
    return { outcome: 'REJECTED', message, values, sheets, documents };
  }
  const numbers = newest.flatMap((match) => fcrNumber(match) ?? []);
  return {
    outcome: 'SUCCESS',
    message: sequence(summaryOf(newest, numbers), limits),
    ...(numbers[0] === undefined ? {} : { portalReference: numbers[0] }),
    values,
    sheets,
    documents,
  };
}

async function readMails(
  mailbox: Mailbox,
  mails: Awaited<ReturnType<Mailbox['find']>>['mails'],
  key: string,
  signal: AbortSignal,
): Promise<{ matches: Match[]; unread: Message[] }> {
  const matches: Match[] = [];
  const unread = new Map<string, Message>();
  for (const mail of mails) {
    signal.throwIfAborted();
    const content = await mailbox.read(mail);
    for (const warning of content.warnings) unread.set(english(warning), warning);
    matches.push(...matchesOf({ mail, content }, key));
  }
  return { matches, unread: [...unread.values()] };
}

function leftOutNote(leftOut: number): Message | null {
  if (leftOut === 0) return null;
  return damcoFcrExtractorMessages.mailsLeftOut({ count: leftOut });
}

function summaryOf(newest: readonly Match[], numbers: readonly string[]): Message {
  const unread = newest.length - numbers.length;
  return sequence(
    numbers.length === 0
      ? damcoFcrExtractorMessages.numberUnreadable()
      : damcoFcrExtractorMessages.found({ numbers: numbers.join(', ') }),
    unread > 0 && numbers.length > 0 ? damcoFcrExtractorMessages.moreUnreadable({ count: unread }) : null,
    newest.some(({ fcr }) => (fcr?.confidence ?? 0) < CONFIDENT_FROM)
      ? damcoFcrExtractorMessages.lowConfidence()
      : null,
  );
}

function lineOf({ mail, pdf, fcr, warnings }: Match): OutputValues {
  return {
    ...Object.fromEntries(fcrFields.map((field) => [field, fcr?.fields.get(field)?.value ?? null])),
    mail_date: dhakaDay(mail.date),
    mail_subject: mail.subject,
    attachment: pdf.name,
    confidence: fcr?.confidence ?? 0,
    warnings: english(sequence(...warnings)) || null,
  };
}

function confidenceLines(match: Match): OutputValues[] {
  const { fcr, pdf } = match;
  if (!fcr) return [];
  return fcrFields.map((field) => ({
    fcr_no: fcrNumber(match),
    attachment: pdf.name,
    field,
    value: fcr.fields.get(field)?.value ?? null,
    confidence: fcr.fields.get(field)?.confidence ?? 0,
  }));
}

/** Names the document. An FCR without a number keeps the name of its attachment. */
function documentOf(match: Match): RowDocument {
  const name = fcrNumber(match) ?? match.pdf.name.replace(/\.pdf$/i, '');
  return { name: `FCR_${name}.pdf`, contentType: 'application/pdf', bytes: match.pdf.bytes };
}
