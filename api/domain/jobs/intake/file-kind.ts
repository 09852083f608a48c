/** Detects the type of a file from its first bytes, and refuses a file whose name does not match it. */
import { sequence, type Message } from '#contracts/messages/message.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { unreadable } from './unreadable.ts';

type FileKind = 'pdf' | 'zip' | 'xls' | 'html' | 'xml' | 'picture' | 'archive' | 'rtf' | 'text';

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const magics: readonly { kind: FileKind; bytes: readonly number[] }[] = [
  { kind: 'zip', bytes: [...ascii('PK'), 3, 4] },
  // A ZIP without any entry.
  { kind: 'zip', bytes: [...ascii('PK'), 5, 6] },
  { kind: 'xls', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { kind: 'picture', bytes: [0x89, ...ascii('PNG')] },
  { kind: 'picture', bytes: [0xff, 0xd8, 0xff] },
  { kind: 'picture', bytes: ascii('GIF8') },
  { kind: 'archive', bytes: [0x1f, 0x8b] },
  { kind: 'archive', bytes: ascii('Rar!') },
  { kind: 'archive', bytes: [...ascii('7z'), 0xbc, 0xaf] },
  { kind: 'rtf', bytes: ascii('{\\rtf') },
];

/** PDF readers accept a header that is not at the very beginning (ISO 32000, annex H). */
export const pdfHeaderWithinBytes = 1024;
/** Number of leading bytes that are enough to detect a file's type. */
export const kindWithinBytes = 4096;

/** Returns whether the PDF mark is near the start of the file, where PDF readers accept it. */
export const startsAsPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, pdfHeaderWithinBytes)).includes('%PDF-');

function kindOf(bytes: Uint8Array): FileKind {
  const known = magics.find(({ bytes: magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (known) return known.kind;
  const head = Buffer.from(bytes.subarray(0, kindWithinBytes))
    .toString('latin1')
    .replace(/^[^!-~]+/, '')
    .replace(/^\xef\xbb\xbf/, '');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^<(!doctype html|html|head|body|table|meta|style|div|!--)/i.test(head)) return 'html';
  if (/^<\?xml/i.test(head)) return /<html/i.test(head) ? 'html' : 'xml';
  return 'text';
}

const names: Record<FileKind, Message> = {
  pdf: uploadMessages.kindPdf(),
  zip: uploadMessages.kindZip(),
  xls: uploadMessages.kindXls(),
  html: uploadMessages.kindHtml(),
  xml: uploadMessages.kindXml(),
  picture: uploadMessages.kindPicture(),
  archive: uploadMessages.kindArchive(),
  rtf: uploadMessages.kindRtf(),
  text: uploadMessages.kindText(),
};

const kindOfExtension: Record<string, FileKind> = {
  '.csv': 'text',
  '.xlsx': 'zip',
  '.xls': 'xls',
  '.pdf': 'pdf',
  '.zip': 'zip',
};

/**
 * Throws if the content does not match the extension. Workbook types are distinguished by their reader, because a
 * protected .xlsx uses the same container as an .xls.
 */
export function requireKind(head: Uint8Array, extension: string): void {
  if (head.byteLength === 0) throw unreadable(uploadMessages.emptyFile());
  const wanted = kindOfExtension[extension];
  const found = kindOf(head);
  if (found === wanted || (wanted === 'pdf' && startsAsPdf(head))) return;
  throw unreadable(
    sequence(uploadMessages.differsFromName({ extension, kind: names[found] }), advice(extension)),
  );
}

function advice(extension: string): Message {
  if (extension === '.pdf') return uploadMessages.uploadThePdf();
  if (extension === '.zip') return uploadMessages.uploadAZip();
  return uploadMessages.saveAsSheet();
}
