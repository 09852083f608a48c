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
 * Returns the text and the PDFs of an email. A damaged email has none, and a warning says so; this never throws for
 * one.
 */
export async function readMail(source: Uint8Array): Promise<MailContent> {
  const { nestingMax, headerBytesMax, mailsInMailsMax } = config.mime;
  const parser = new PostalMime({
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerBytesMax,
    maxRfc822NestingDepth: mailsInMailsMax,
  });
  const mail = await parser.parse(source).catch(() => null);
  if (!mail) return { text: '', pdfs: [], warnings: [mailboxPortalMessages.damagedMail()] };
  const attached = mail.attachments.filter(isPdf);
  const pdfs: MailPdf[] = [];
  for (const attachment of attached.slice(0, config.pdfsPerMailMax)) {
    const name = attachment.filename ?? 'attachment.pdf';
    const bytes = bytesOf(attachment);
    pdfs.push({ name, bytes, reading: await readPdfText(bytes, { fileName: name }) });
  }
  const warnings =
    attached.length > pdfs.length
      ? [mailboxPortalMessages.pdfsLeftOut({ read: pdfs.length, all: attached.length })]
      : [];
  return { text: mail.text ?? mail.html ?? '', pdfs, warnings };
}

function isPdf({ mimeType, filename }: Attachment): boolean {
  return mimeType === 'application/pdf' || /\.pdf$/i.test(filename ?? '');
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}
