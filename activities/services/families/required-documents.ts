/** Reads a document that a cell of a row names, and says why the row cannot be filed without it. */
import type { NamedDocument, NamedFile, RowResult } from '#services/runner.ts';
import { documentMessages } from './document-messages.ts';

/** Returns the document, or the result of a row whose cell fits none or several. */
export function requireDocument(
  reference: string,
  document: NamedDocument,
): { file: NamedFile } | { refusal: RowResult } {
  if (document && 'bytes' in document) return { file: document };
  const message = document
    ? severalFit(reference, document.several)
    : documentMessages.notFound({ name: reference });
  return { refusal: { outcome: 'INPUT_INVALID', message } };
}

const severalFit = (reference: string, names: readonly string[]) =>
  documentMessages.severalFit({
    reference,
    names: names.join(', '),
    example: `${reference}:${names[0]}`,
  });
