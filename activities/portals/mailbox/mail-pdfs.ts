/**
 * Extracts the PDFs of one email and their texts. Emails come from strangers, so sizes, nesting and counts are
 * limited.
 */
import PostalMime, { type Attachment } from 'postal-mime';
import type { PdfReading } from '#activities/pdf/reading/document.ts';
import { readPdfText } from '#activities/pdf/reading/pool.ts';
import type { Message } from '#contracts/messages/message.ts';
import { config } from './config.ts';
import { mailboxPortalMessages } from './messages.ts';

export type MailPdf = { name: string; bytes: Uint8Array; reading: PdfReading };
export type MailContent = {
  /** Text of the email without its attachments. */
  text: string;
  pdfs: MailPdf[];
  /** What could not be read, as sentences for the customer. */
  warnings: Message[];
};

/**
 * Returns the text and the PDFs of an email, with those of the emails that it forwards. A damaged email has none, and a
 * warning says so; this never throws for one.
 */
export async function readMail(source: Uint8Array): Promise<MailContent> {
  const { text, attached, warnings } = await takeApart(source, 0);
  const pdfs: MailPdf[] = [];
  for (const attachment of attached.slice(0, config.pdfsPerMailMax)) {
    const name = attachment.filename ?? 'attachment.pdf';
    const bytes = bytesOf(attachment);
    pdfs.push({ name, bytes, reading: await readPdfText(bytes, { fileName: name }) });
  }
  if (attached.length > pdfs.length)
    warnings.push(mailboxPortalMessages.pdfsLeftOut({ read: pdfs.length, all: attached.length }));
  return { text, pdfs, warnings };
}

type Parts = { text: string; attached: Attachment[]; warnings: Message[] };

/** `depth` is the number of emails around this one. */
async function takeApart(source: Uint8Array, depth: number): Promise<Parts> {
  const { nestingMax, headerBytesMax, mailsInMailsMax } = config.mime;
  const parser = new PostalMime({
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerBytesMax,
    // The parser reads emails inside the text only, and mail programs forward them as attachments too.
    forceRfc822Attachments: true,
  });
  const mail = await parser.parse(source).catch(() => null);
  if (!mail) return { text: '', attached: [], warnings: [mailboxPortalMessages.damagedMail()] };
  const forwarded = mail.attachments.filter(({ mimeType }) => mimeType === 'message/rfc822');
  const own = { text: mail.text ?? mail.html ?? '', attached: mail.attachments.filter(isPdf), warnings: [] };
  if (forwarded.length > 0 && depth >= mailsInMailsMax)
    return { ...own, warnings: [mailboxPortalMessages.mailsTooDeep()] };
  const parts: Parts[] = [own];
  for (const attachment of forwarded) parts.push(await takeApart(bytesOf(attachment), depth + 1));
  return {
    text: parts.map(({ text }) => text).join('\n'),
    attached: parts.flatMap(({ attached }) => attached),
    warnings: parts.flatMap(({ warnings }) => warnings),
  };
}

/** A forwarded email may have the name of a PDF, if that is its subject. */
function isPdf({ mimeType, filename }: Attachment): boolean {
  if (mimeType === 'message/rfc822') return false;
  return mimeType === 'application/pdf' || /\.pdf$/i.test(filename ?? '');
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}
