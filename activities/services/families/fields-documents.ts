/** Fields that name documents: files of the accompanying ZIP, or documents of the customer's earlier results. */
import { z } from 'zod';
import type { Field } from './fields-numbers.ts';
import { documentMessages } from './document-messages.ts';

const earlierResult = /^[a-z][a-z-]*[a-z]:.+$/;
const pdfName = /^[^/\\:]+\.pdf$/i;

/** Whether the reference names an earlier result, such as `exp-search:1084-004599-2026`. */
export const isEarlierResult = (reference: string): boolean => earlierResult.test(reference);

export const documentReference: Field = {
  schema: z
    .string()
    .max(200, documentMessages.nameTooLong())
    .refine((cell) => pdfName.test(cell) || isEarlierResult(cell), documentMessages.notDocument()),
  hint: documentMessages.documentHint(),
};
