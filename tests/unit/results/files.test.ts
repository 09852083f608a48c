/** Result files have names that every system accepts, and a broken file never affects the others. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { combinePdfs, type PdfSource } from '#activities/results/combine-pdfs.ts';
import { english } from '#contracts/messages/render.ts';
import { safeName } from '#activities/results/names.ts';
import { writeZip } from '#api/domain/jobs/zip.ts';

describe('names', () => {
  test.each([
    ['EXP_1084_004501_2026.pdf', 'EXP_1084_004501_2026.pdf'],
    ['PAL/NW/2026 0147.pdf', 'PAL_NW_2026_0147.pdf'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..', '_'],
    ['', 'file'],
    ['.pdf', '_pdf'],
    ['চালান.pdf', '_____.pdf'],
    ['a\u0000\nb.pdf', 'a__b.pdf'],
    [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(76)}.pdf`],
    ['x'.repeat(200), 'x'.repeat(80)],
    [`a.${'b'.repeat(200)}`, `a.${'b'.repeat(78)}`],
  ])('the name %j is stored as %j', (name, safe) => {
    expect(safeName(name, new Map())).toBe(safe);
  });

  test('a duplicate name gets a number before the extension, and case is ignored', () => {
    const taken = new Map<string, number>();
    const names = ['a.pdf', 'A.pdf', 'a_2.pdf', 'a.pdf', 'a_2.pdf', 'a.csv'];
    expect(names.map((name) => safeName(name, taken))).toEqual([
      'a.pdf',
      'A_2.pdf',
      'a_2_2.pdf',
      'a_3.pdf',
      'a_2_3.pdf',
      'a.csv',
    ]);
  });

  test('ten thousand equal long names stay different and at most 80 characters [equal-long-names]', () => {
    const taken = new Map<string, number>();
    const names = Array.from({ length: 10_000 }, () => safeName(`${'y'.repeat(100)}.pdf`, taken));
    expect(new Set(names).size).toBe(10_000);
    expect(Math.max(...names.map((name) => name.length))).toBe(80);
  });
});

async function pdfOf(...widths: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 100]);
  return document.save();
}
const source = (name: string, bytes: Uint8Array | string): PdfSource => ({
  name,
  read: async () => Buffer.from(bytes),
});

describe('the combined PDF', () => {
  test('the combined PDF has all pages in row order and leaves out broken documents with a warning', async () => {
    const good = await pdfOf(101, 102);
    const { bytes, warnings, missing } = await combinePdfs([
      source('a.pdf', good),
      source('cut.pdf', good.subarray(0, 200)),
      source('page.pdf', '<html>Session expired</html>'),
      source('empty.pdf', ''),
      source('b.pdf', await pdfOf(103)),
    ]);
    const pages = (await PDFDocument.load(bytes!)).getPages();
    expect(pages.map((page) => page.getWidth())).toEqual([101, 102, 103]);
    expect(missing).toBe(3);
    expect(warnings.map(english)).toEqual(
      ['cut.pdf', 'page.pdf', 'empty.pdf'].map(
        (name) => `${name} cannot be read as a PDF and is not in combined.pdf.`,
      ),
    );
  });

  test('the combined PDF does not exist if no document could be used', async () => {
    expect(await combinePdfs([])).toEqual({ bytes: null, warnings: [], missing: 0 });
    expect((await combinePdfs([source('a.pdf', 'x')])).bytes).toBeNull();
  });

  test('the combined PDF ends at its size limit with a warning', async () => {
    const page = await pdfOf(101);
    const { bytes, warnings, missing } = await combinePdfs(
      [source('a.pdf', page), source('b.pdf', page), source('c.pdf', page)],
      page.byteLength + 1,
    );
    expect((await PDFDocument.load(bytes!)).getPageCount()).toBe(1);
    expect(missing).toBe(2);
    expect(warnings.map(english)).toEqual([expect.stringContaining('ends before b.pdf')]);
  });
});

describe('the ZIP file', () => {
  const job = { serviceId: 'exp-search', jobId: '7d1c' };

  test("the ZIP file has every file unchanged in the job's folder", async () => {
    const large = Buffer.alloc(3_000_000, 'চালান ');
    const bytes = await buffer(
      writeZip(job, [
        { path: 'result.csv', open: async () => Readable.from([Buffer.from('a,b')]) },
        { path: 'documents/a.pdf', open: async () => Readable.from([large]) },
      ]),
    );
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const files: Record<string, Buffer> = {};
    for await (const entry of zip.eachEntry()) {
      files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    }
    expect(Object.keys(files)).toEqual(['exp-search_7d1c/result.csv', 'exp-search_7d1c/documents/a.pdf']);
    expect(files['exp-search_7d1c/documents/a.pdf']?.equals(large)).toBe(true);
  });

  test('a file that cannot be read aborts the download', async () => {
    const stream = writeZip(job, [
      { path: 'result.csv', open: async () => Readable.from([Buffer.from('a,b')]) },
      { path: 'gone.pdf', open: () => Promise.reject(new Error('gone')) },
    ]);
    await expect(buffer(stream)).rejects.toThrow('gone');
  });

  test('a file that fails while it is read aborts the download', async () => {
    const broken = Readable.from(
      (function* chunks() {
        yield Buffer.from('half');
        throw new Error('disk');
      })(),
    );
    const stream = writeZip(job, [{ path: 'a.pdf', open: async () => broken }]);
    await expect(buffer(stream)).rejects.toThrow('disk');
  });
});
