/** Why a PDF gives no tables, in the customer's words. */
import { limits } from '#contracts/limits.ts';

const pdfProblems = {
  PASSWORD_REQUIRED: 'This PDF is locked with a password. Save a copy without the password and upload that.',
  SCANNED_PDF:
    'This PDF is a scan: its pages are pictures without text. Upload the original file, or one with recognised text.',
  NO_TABLE: 'No table was found in this PDF.',
  CORRUPT:
    'This file is damaged or is not a PDF. Open it on your computer, save it again as PDF and upload that.',
  TOO_MANY_PAGES: `This PDF has more than ${limits.pdfPagesMax} pages. Split it into smaller files.`,
  TOO_SLOW: 'This PDF took too long to read. Split it into smaller files.',
  TOO_LARGE: 'This PDF needs too much memory to read. Split it into smaller files.',
} as const;

export type PdfProblemCode = keyof typeof pdfProblems;

export type PdfProblem = { kind: 'problem'; code: PdfProblemCode; message: string };

export const problem = (code: PdfProblemCode): PdfProblem => ({
  kind: 'problem',
  code,
  message: pdfProblems[code],
});
