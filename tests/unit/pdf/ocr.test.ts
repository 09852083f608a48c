/**
 * Scanned pages: their tables are read by OCR and marked, without any network; what cannot be read is refused. CI reads
 * some of the scans a day.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { read, utils } from '@e965/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { english } from '#contracts/messages/render.ts';
import type { PdfTables } from '#activities/pdf/reading/document.ts';
import { languageFiles } from '#activities/pdf/scans/languages.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { emptyPages, misnamedPdf, scannedPdf } from './pdf-maker.ts';
import { pictureOnly, scanOf, scanWithText, withScan, type Picture } from './scan-maker.ts';

/** A page takes a few seconds, and much longer on a busy machine. */
const limitMs = 150_000;
const SCANS_A_DAY = 1;
const REFUSED_A_DAY = 1;
const noise = { greys: 25, noiseShare: 0.002 };

type Truth = { tables: { page: number; rows: string[][] }[] };

const folder = new URL('../../fixtures/pdf/', import.meta.url);
const fixture = (name: string): Buffer => readFileSync(new URL(`${name}.pdf`, folder));
const truth = (name: string): string[][] =>
  (JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Truth).tables[0]!.rows;

afterAll(closePdfPool);

async function tablesOf(bytes: Uint8Array): Promise<PdfTables> {
  const converted = await convertPdf(bytes, { fileName: 'scan.pdf' });
  if (converted.kind === 'problem') throw new Error(english(converted.message));
  return converted;
}

/** Share of the filled cells that are in the right place, letter by letter. */
function rightShare(rows: readonly string[][], wanted: readonly string[][]): number {
  const cells = wanted.flatMap((row, index) => row.map((text, column) => ({ text, index, column })));
  const filled = cells.filter(({ text }) => text !== '');
  return filled.filter(({ text, index, column }) => rows[index]?.[column] === text).length / filled.length;
}

function expectTable(rows: readonly string[][], name: string, shareMin: number): void {
  const wanted = truth(name);
  expect([rows.length, rows[0]?.length]).toEqual([wanted.length, wanted[0]?.length]);
  expect(rightShare(rows, wanted)).toBeGreaterThanOrEqual(shareMin);
}

test('the OCR languages come from installed packages', () => {
  const files = languageFiles();
  expect(files.map((file) => path.basename(file))).toEqual(['eng.traineddata.gz', 'ben.traineddata.gz']);
  for (const file of files) expect([file.includes('node_modules'), existsSync(file)]).toEqual([true, true]);
});

describe('the table of a scan is read', { timeout: limitMs }, () => {
  const scans = [
    ['with rules', 'trade-ruled-02', {}, 0.97],
    ['with rules, askew and noisy', 'trade-ruled-02', { skewDegrees: -1.7, noise }, 0.95],
    ['without rules, askew and noisy', 'trade-unruled-07', { skewDegrees: 1.3, noise }, 0.95],
    ['in Bengali', 'bengali-01', {}, 0.93],
    ['that lies sideways', 'trade-ruled-02', { quarterTurns: 1 }, 0.97],
  ] as const;
  test.each(todaysShare(scans, SCANS_A_DAY))(
    'the table of a scan %s is read',
    async (_, name, scan, shareMin) => {
      const { tables } = await tablesOf(await scanOf(fixture(name), scan));
      expect(tables).toHaveLength(1);
      expectTable(tables[0]!.rows, name, shareMin);
    },
  );
});

test(
  'only scanned pages are recognised, and every output names them [scanned-pages-only]',
  { timeout: limitMs },
  async () => {
    const digital = fixture('trade-unruled-07');
    const { tables, warnings, json, workbook, scannedPages } = await tablesOf(
      await withScan(digital, fixture('trade-ruled-02')),
    );
    expect(scannedPages).toEqual([]);
    expect(tables[0]!.rows).toEqual(truth('trade-unruled-07'));
    expectTable(tables[1]!.rows, 'trade-ruled-02', 0.97);

    expect(warnings).toEqual([saying(/^Read from pictures by OCR, page \(confidence\): 2 \(9\d%\)\./)]);
    const printed = JSON.parse(json) as { tables: object[]; joined: object[] };
    for (const [first, second] of [printed.tables, printed.joined]) {
      expect(first).not.toHaveProperty('ocr');
      expect(second).toMatchObject({ ocr: true, ocrConfidence: expect.closeTo(0.95, 1) });
    }
    const info = utils.sheet_to_json<string[]>(read(workbook).Sheets['Info']!, { header: 1 });
    const heading = info.findIndex((row) => row.includes('OCR'));
    expect([info[heading + 1]?.[5], info[heading + 2]?.[5]]).toEqual([undefined, expect.closeTo(0.95, 1)]);
  },
);

describe('a picture beside text is read with it', { timeout: limitMs }, () => {
  const mixed = [
    ['a scan on which a scanner app wrote a line', { line: 'Scanned with an app' }],
    [
      'a scan that a service for signatures stamped',
      { line: 'Envelope ID: 8A1F22C0-11B2-4E0C-9C1A-2C8E0B771133' },
    ],
    [
      'a letter with a picture of a table',
      { letter: 'Dear Sir, please find the particulars below.', lines: 6 },
    ],
  ] as const;
  test.each(todaysShare(mixed, 1))('the table of %s is read, with a warning', async (_, text) => {
    const { tables, warnings } = await tablesOf(await scanWithText(fixture('trade-ruled-02'), text));
    expectTable(tables.at(-1)!.rows, 'trade-ruled-02', 0.95);
    expect(warnings[0]).toEqual(saying(/^Read from pictures by OCR/));
  });
  test('a picture of which nothing can be read is named in a warning', async () => {
    const bytes = await scanWithText(undefined, {
      letter: 'Dear Sir, please see the photo below.',
      lines: 4,
    });
    const converted = await convertPdf(bytes, { fileName: 'letter.pdf' });
    if (converted.kind !== 'problem') throw new Error('There is no table.');
    expect(english(converted.message)).toMatch(/Page 1: a picture was not read/);
  });
});

describe('refused as a scan without text, and in time', { timeout: limitMs }, () => {
  let state = 1;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24;
  const picture = (given: Partial<Picture>): Promise<Uint8Array> =>
    pictureOnly({ width: 600, height: 800, colours: 'DeviceGray', bits: 8, byte: () => 255, ...given });
  const stripes = (index: number): number => (index % 48 < 6 ? 255 : 0);
  const unreadable: [string, () => Promise<Uint8Array>][] = [
    ['a picture of one pixel', () => scannedPdf()],
    ['a blank sheet', () => picture({})],
    ['a black sheet of one bit a pixel', () => picture({ bits: 1, byte: () => 0 })],
    ['a picture of grain', () => picture({ byte: random })],
    ['a picture of stripes in print colours', () => picture({ colours: 'DeviceCMYK', byte: stripes })],
    [
      'a huge picture',
      () => picture({ width: 14_000, height: 14_000, bits: 1, byte: (index) => index % 251 }),
    ],
  ];
  test.each(todaysShare(unreadable, REFUSED_A_DAY))(
    '%s is refused as a scan or for having no table',
    async (_, made) => {
      const converted = await convertPdf(await made(), { fileName: 'scan.pdf' });
      expect(converted).toMatchObject({
        kind: 'problem',
        code: expect.stringMatching(/^(SCANNED_PDF|NO_TABLE)$/),
      });
    },
  );
});

/** Letters with a counter for letters without one, and the other way round. */
const swapped = new Map(
  ['ol', 'as', 'dt', 'pn', 'eu', 'im', 'ck', 'br', 'DH', 'PS', 'QC'].flatMap(([one = '', other = '']) => [
    [one, other] as const,
    [other, one] as const,
  ]),
);

test(
  'text in a font that draws other letters is read from its picture, and the rest of the page from its text',
  { timeout: limitMs },
  async () => {
    const { tables: wanted } = JSON.parse(
      readFileSync(new URL('style-titled.json', folder), 'utf8'),
    ) as Truth;
    const other = (letter: string): string => swapped.get(letter) ?? letter;
    const bytes = await misnamedPdf(fixture('style-titled'), /Arimo-Bold/, other);
    const { tables, warnings } = await tablesOf(bytes);
    expect(tables).toHaveLength(wanted.length);
    for (const [index, { rows }] of tables.entries())
      expect(rightShare(rows, wanted[index]!.rows)).toBeGreaterThanOrEqual(0.97);
    expect(warnings).toContainEqual(saying(/^Read from pictures by OCR/));
  },
);

test('empty pages are not taken for a scan', async () => {
  expect(await convertPdf(await emptyPages(2), { fileName: 'empty.pdf' })).toMatchObject({
    code: 'NO_TABLE',
    scannedPages: [],
  });
});

test('a recognition that is cancelled ends, and the next one works', { timeout: limitMs }, async () => {
  const controller = new AbortController();
  const scan = await scanOf(fixture('bengali-01'), {}, {}, {});
  const first = convertPdf(scan, { fileName: 'scan.pdf', signal: controller.signal });
  setTimeout(() => controller.abort(new Error('Cancelled.')), 1_500);
  await expect(first).rejects.toThrow('Cancelled.');
  const { tables } = await tablesOf(await scanOf(fixture('trade-unruled-07')));
  expectTable(tables[0]!.rows, 'trade-unruled-07', 0.97);
});
