/** Fields that name documents: files of the accompanying ZIP, or documents of the customer's earlier results. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { say } from '#contracts/say.ts';
import type { Field } from './fields-numbers.ts';

const earlierResult = /^[a-z][a-z-]*[a-z]:.+$/;
const pdfName = /^[^/\\:]+\.pdf$/i;

/** Whether the reference names an earlier result, such as `exp-search:1084-004599-2026`. */
export const isEarlierResult = (reference: string): boolean => earlierResult.test(reference);

export const documentReference: Field = {
  schema: z
    .string()
    .max(200, asIssue(say('This is longer than 200 characters.')))
    .refine(
      (cell) => pdfName.test(cell) || isEarlierResult(cell),
      asIssue(say('This is neither the name of a PDF nor a document of an earlier result.')),
    ),
  hint: say(
    'The name of a PDF in the ZIP that comes with the sheet, such as invoice-0912.pdf, or service and number of an earlier result, such as exp-search:1084-004599-2026.',
  ),
};
