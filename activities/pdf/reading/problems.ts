/** Reasons why a PDF yields no tables, as messages for the customer. */
import { limits } from '#contracts/limits.ts';
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';

const pdfProblems = {
  PASSWORD_REQUIRED: pdfMessages.locked(),
  SCANNED_PDF: pdfMessages.scanWithoutText(),
  NO_TABLE: pdfMessages.noTable(),
  XFA_FORM: pdfMessages.xfaForm(),
  CORRUPT: pdfMessages.damaged(),
  TOO_MANY_PAGES: pdfMessages.tooManyPages({ most: limits.pdfPagesMax }),
  TOO_SLOW: pdfMessages.tookTooLong(),
  TOO_LARGE: pdfMessages.needsTooMuchMemory(),
} as const;

export type PdfProblemCode = keyof typeof pdfProblems;

export type PdfProblem = {
  kind: 'problem';
  code: PdfProblemCode;
  message: Message;
  /** Pages that may contain tables but only as pictures. */
  scannedPages?: number[];
};

/** Returns the problem with the customer's message for its code. */
export const problem = (code: PdfProblemCode): PdfProblem => ({
  kind: 'problem',
  code,
  message: pdfProblems[code],
});
