/** Reasons why a PDF yields no tables, as messages for the customer. */
import { limits } from '#contracts/limits.ts';
import type { Message } from '#contracts/messages/message.ts';
import { say } from '#contracts/say.ts';

const pdfProblems = {
  PASSWORD_REQUIRED: say('This PDF is locked with a password. Upload it again and enter the password.'),
  SCANNED_PDF: say(
    'This PDF is a scan, and no text could be recognised on its pages. Upload the original file or a better scan.',
  ),
  NO_TABLE: say('No table was found in this PDF.'),
  CORRUPT: say(
    'This file is damaged or is not a PDF. Open it on your computer, save it again as PDF and upload that.',
  ),
  TOO_MANY_PAGES: say('This PDF has more than {#most} pages. Split it into smaller files.', {
    most: limits.pdfPagesMax,
  }),
  TOO_SLOW: say('This PDF took too long to read. Split it into smaller files.'),
  TOO_LARGE: say('This PDF needs too much memory to read. Split it into smaller files.'),
} as const;

export type PdfProblemCode = keyof typeof pdfProblems;

export type PdfProblem = {
  kind: 'problem';
  code: PdfProblemCode;
  message: Message;
  /** Pages that may contain tables but only as pictures. */
  scannedPages?: number[];
};

export const problem = (code: PdfProblemCode): PdfProblem => ({
  kind: 'problem',
  code,
  message: pdfProblems[code],
});
