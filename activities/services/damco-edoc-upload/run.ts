/** Damco E-Document Upload, one row: documents of the shipping order → Upload → type and file → confirm in the second window. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { refusalOf } from '#activities/portals/damco/outcomes.ts';
import {
  chooseDocument,
  closeWindows,
  confirmUpload,
  listDocuments,
  uploadRefusal,
  type ListedDocument,
  type Searched,
} from '#activities/portals/damco/pages/documents.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { requireDocument } from '#services/families/required-documents.ts';
import type { RowData } from '#services/contract.ts';
import type { Filing, Found, NamedFile, RowResult, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { damcoEdocUploadMessages } from './messages.ts';

export const damcoEdocUpload: SubmitRunner<Searched> = {
  outputColumns: ['file_name', 'uploaded_at', 'portal_doc_id'],
  check,
  run,
};

const search = (row: RowData): { client: string; so: string } => ({
  client: row['consignee_code'] ?? '',
  so: row['so_no'] ?? '',
});

async function documentOf(
  { document: reference = '' }: RowData,
  { readDocument }: SubmitContext,
): Promise<{ file: NamedFile } | { refusal: RowResult }> {
  return requireDocument(reference, await readDocument(reference));
}

async function check([row]: Filing, context: SubmitContext): Promise<Found<Searched>> {
  context.signal.throwIfAborted();
  const named = await documentOf(row, context);
  // `run` reports why there is no file.
  if ('refusal' in named) return { found: 'absent' };
  const listed = await listDocuments(context.session.page, search(row));
  const [same, ...others] = 'documents' in listed ? sameIn(listed.documents, row, named.file) : [];
  if (!same) return { found: 'absent', seen: listed };
  return { found: 'equal', result: resultOf(row, same), twins: others.map(({ id }) => id) };
}

/**
 * Finds the uploaded document. One with the same type and name but another size is a different document, such as a
 * corrected invoice.
 */
function sameIn(
  documents: readonly ListedDocument[],
  row: RowData,
  { name, bytes }: NamedFile,
): ListedDocument[] {
  return documents.filter(
    (each) =>
      each.type === row['document_type'] && isSameText(each.name, name) && each.bytes === bytes.byteLength,
  );
}

async function run([row]: Filing, context: SubmitContext, seen?: Searched): Promise<RowResult> {
  const named = await documentOf(row, context);
  if ('refusal' in named) return named.refusal;
  try {
    return await upload(row, named.file, { context, seen });
  } finally {
    await closeWindows(context.session);
  }
}

async function upload(
  row: RowData,
  file: NamedFile,
  { context, seen }: { context: SubmitContext; seen: Searched | undefined },
): Promise<RowResult> {
  const { session, commit } = context;
  const listed = seen ?? (await listDocuments(session.page, search(row)));
  if ('refusal' in listed) return listed.refusal;
  if ('words' in listed) return refusalOf(listed.words);
  const { so_no: so = '', document_type: type = '' } = row;
  const chosen = await chooseDocument(listed.app, { so, type, file });
  if ('refusal' in chosen) return chosen.refusal;
  if ('words' in chosen) return refusalOf(chosen.words);
  const { confirmation } = chosen;
  await commit(() => confirmUpload(confirmation));
  const refused = await uploadRefusal(confirmation);
  if (refused !== null) return refusalOf(refused);
  return { ...resultOf(row, await uploaded(session, row, file)), outcome: 'SUCCESS' };
}

/** Finds the uploaded document in the list, because the upload windows show no confirmation. */
async function uploaded(session: PortalSession, row: RowData, file: NamedFile): Promise<ListedDocument> {
  const listed = await listDocuments(session.page, search(row));
  const [found] = 'documents' in listed ? sameIn(listed.documents, row, file) : [];
  if (!found) throw new PortalFault('PORTAL_BUSY', damcoEdocUploadMessages.notListedYet());
  return found;
}

function resultOf(row: RowData, { id, name, uploadedAt }: ListedDocument): Omit<RowResult, 'outcome'> {
  return {
    message: damcoEdocUploadMessages.onPortal({ name, type: row['document_type'], so: row['so_no'] }),
    portalReference: id,
    values: { file_name: name, uploaded_at: uploadedAt, portal_doc_id: id },
  };
}
