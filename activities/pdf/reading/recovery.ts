/** Rebuilds a damaged file, such as a download that broke off, from the objects that are left in it. */
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, PDFWriter, type PDFContext } from 'pdf-lib';
import { DamagedParser } from './damaged-parser.ts';
import { withRecoveryMark } from './recovery-mark.ts';

const fileStart = '%PDF-';
/** A locked file has this in its directory. Without the directory, which refers to the key, it cannot be read. */
const lock = '/Encrypt';
const endOfObject = 'endobj';
const startOfStream = 'stream';
const endOfStream = 'endstream';
const pagesMax = 10_000;
const a4 = [0, 0, 595, 842];

/**
 * Returns the file from its beginning up to the last complete object, or with a stream that breaks off closed.
 * Undefined if it is locked, is not a PDF or has no complete object.
 */
function withWholeObjects(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes(lock)) return undefined;
  const from = file.indexOf(fileStart, 0, 'latin1');
  const lastObject = file.lastIndexOf(endOfObject, undefined, 'latin1');
  if (from < 0 || lastObject < 0) return undefined;
  const lastStream = file.indexOf(startOfStream, lastObject, 'latin1');
  const isOpenStream = lastStream >= 0 && file.indexOf(endOfStream, lastObject, 'latin1') < 0;
  return isOpenStream
    ? Buffer.concat([file.subarray(from), Buffer.from(`\n${endOfStream}\n${endOfObject}\n`, 'latin1')])
    : file.subarray(from, lastObject + endOfObject.length);
}

/** Returns the objects that are dictionaries of this type, in the order of their numbers. */
function ofType(context: PDFContext, type: string): [PDFRef, PDFDict][] {
  return context
    .enumerateIndirectObjects()
    .filter((entry): entry is [PDFRef, PDFDict] => entry[1] instanceof PDFDict)
    .filter(([, dict]) => dict.get(PDFName.of('Type')) === PDFName.of(type))
    .sort(([a], [b]) => a.objectNumber - b.objectNumber);
}

/** Returns the pages below a node of the page tree, in their order. */
function pagesBelow(context: PDFContext, ref: PDFRef, seen: Set<PDFRef>): PDFRef[] {
  if (seen.has(ref) || seen.size > pagesMax) return [];
  seen.add(ref);
  const node = context.lookup(ref);
  if (!(node instanceof PDFDict)) return [];
  const kids = node.lookup(PDFName.of('Kids'));
  if (!(kids instanceof PDFArray)) return node.get(PDFName.of('Type')) === PDFName.of('Page') ? [ref] : [];
  return kids.asArray().flatMap((kid) => (kid instanceof PDFRef ? pagesBelow(context, kid, seen) : []));
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name));

/** Makes a value of a node an object of its own, so that pages that inherit it share it instead of each having a copy. */
function shareValue(context: PDFContext, node: PDFDict, name: PDFName): void {
  const value = node.get(name);
  if (value && !(value instanceof PDFRef)) node.set(name, context.register(value));
}

/** Gives a page what it inherits from the nodes above it, which the new page tree does not have. */
function copyInherited(context: PDFContext, page: PDFDict): void {
  const seen = new Set<PDFDict>([page]);
  for (let node = page.lookup(PDFName.of('Parent')); node instanceof PDFDict && !seen.has(node);) {
    seen.add(node);
    for (const name of inheritable) {
      shareValue(context, node, name);
      const value = node.get(name);
      if (!page.has(name) && value) page.set(name, value);
    }
    node = node.lookup(PDFName.of('Parent'));
  }
  if (!page.has(PDFName.of('MediaBox'))) page.set(PDFName.of('MediaBox'), context.obj(a4));
}

/** Builds a new page tree from all pages in the file, and returns their number. */
function rebuildPages(context: PDFContext): number {
  const seen = new Set<PDFRef>();
  const [catalogue] = ofType(context, 'Catalog').toReversed();
  const root = catalogue?.[1].get(PDFName.of('Pages'));
  const reached = root instanceof PDFRef ? pagesBelow(context, root, seen) : [];
  const others = ofType(context, 'Page').map(([ref]) => ref);
  const pages = [...reached, ...others.filter((ref) => !reached.includes(ref))].slice(0, pagesMax);
  const tree = context.nextRef();
  for (const ref of pages) {
    const page = context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    copyInherited(context, page);
    page.set(PDFName.of('Parent'), tree);
  }
  context.assign(tree, context.obj({ Type: 'Pages', Kids: pages, Count: PDFNumber.of(pages.length) }));
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: tree }));
  return pages.length;
}

/** Returns the recovered file, with a mark; undefined if it is not a PDF, has no page left, or is locked. */
export async function recoverPdf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const whole = withWholeObjects(bytes);
  if (!whole) return undefined;
  try {
    const context = await new DamagedParser(whole).parseDocument();
    if (rebuildPages(context) === 0) return undefined;
    const file = await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
    return withRecoveryMark(file);
  } catch {
    // A file that cannot be parsed at all is reported as damaged.
    return undefined;
  }
}
