/** Recognises the kind of a file by its first bytes, and reads a picture's size before anything decodes it. */

export type ShownKind = 'pdf' | 'png' | 'jpeg' | 'webp';
export type PictureKind = Exclude<ShownKind, 'pdf'>;

/** A PDF may begin after some other bytes. */
const pdfStartBytesMax = 1024;

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * Returns null for a file that is not shown. Name and content type are not trusted, because files come from portals.
 */
export function kindOf(bytes: Uint8Array): ShownKind | null {
  if (latin(bytes, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'png';
  if (latin(bytes, 0, 3) === '\u00FF\u00D8\u00FF') return 'jpeg';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp';
  return latin(bytes, 0, pdfStartBytesMax).includes('%PDF-') ? 'pdf' : null;
}

export type Size = { width: number; height: number };

/** Returns the size that a picture's header states; null if it states none. */
export function pictureSize(kind: PictureKind, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (kind === 'png') return { width: view.getUint32(16), height: view.getUint32(20) };
    return kind === 'jpeg' ? jpegSize(view) : webpSize(view, latin(bytes, 12, 16));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The markers of frames, which contain the size; C4, C8 and CC between them mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Steps from segment to segment. Every step advances, and reading beyond the end throws. */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of FF bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

function webpSize(view: DataView, form: string): Size | null {
  if (form === 'VP8X') return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (form === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
