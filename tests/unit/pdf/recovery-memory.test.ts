/** Damaged files that are made to need much memory when they are recovered. */
import { deflateRawSync, deflateSync, constants } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { MIB } from '#contracts/byte-sizes.ts';
import { measuredConversion } from './conversion-memory.ts';
import { pdfOf } from './pdf-maker.ts';

const grownMibMax = 300;
const testLimitMs = 120_000;

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const streamObject = (number: number, dictionary: string, contents: Uint8Array): Buffer =>
  Buffer.concat([
    latin(`${number} 0 obj\n<<${dictionary}/Length ${contents.length}>>\nstream\n`),
    contents,
    latin('\nendstream\nendobj\n'),
  ]);
const damagedPdf = (...objects: Uint8Array[]): Buffer => Buffer.concat([latin('%PDF-1.7\n'), ...objects]);

/** Returns zeros as one zlib stream, made of the same compressed part again and again. */
function deflatedZeros(partMib: number, parts: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(partMib * MIB), { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x78, 0x9c]);
  const lastBlock = Buffer.from([0x03, 0x00]);
  return Buffer.concat([header, ...Array.from({ length: parts }, () => part), lastBlock]);
}

const page = (number: number, more = ''): Buffer => latin(`${number} 0 obj\n<</Type/Page${more}>>\nendobj\n`);

/** A stream of 1.5 GiB, compressed twice. PDFium does not unpack it, because the place of its first object is missing. */
const deflatedTwice = (type: string): Buffer =>
  streamObject(
    8_000,
    `/Type/${type}/N 1/Filter[/FlateDecode/FlateDecode]`,
    deflateSync(deflatedZeros(64, 24)),
  );

/** An object stream in which 2,000 objects are the same stream of 1 MiB. */
function sameStreamManyTimes(): Buffer {
  const numbers = Array.from({ length: 2_000 }, (_, index) => `${index + 10} 0`).join(' ');
  const contents = `${numbers} <</Length ${MIB}>>\nstream\n${'0'.repeat(MIB)}\nendstream\n`;
  const dictionary = `/Type/ObjStm/N 2000/First ${numbers.length + 1}/Filter/FlateDecode`;
  return streamObject(1, dictionary, deflateSync(latin(contents)));
}

/** 2,000 pages that inherit a dictionary of 1 MiB. */
function inheritedManyTimes(): Buffer {
  const fonts = `/Font<</F1(${'0'.repeat(MIB)})>>`;
  const pages = Array.from({ length: 2_000 }, (_, index) => page(index + 10, '/Parent 2 0 R'));
  return Buffer.concat([latin(`2 0 obj\n<</Resources<<${fonts}>>>>\nendobj\n`), ...pages]);
}

describe('a damaged file that grows when it is recovered', () => {
  test.each([
    ['an object stream that is compressed twice', () => deflatedTwice('ObjStm')],
    ['a list of cross references that is compressed twice', () => deflatedTwice('XRef')],
    ['many objects that are one stream', sameStreamManyTimes],
    ['many pages that inherit one dictionary', inheritedManyTimes],
  ])('a damaged file with %s needs no more memory than others', { timeout: testLimitMs }, async (_, made) => {
    const usual = damagedPdf(page(1));
    const { kind, grownMib } = measuredConversion(usual, damagedPdf(made(), page(9_000)));
    expect(kind).toBe('problem');
    expect(grownMib).toBeLessThan(grownMibMax);
  });
});

test('pages beside an object stream that is too large are recovered', { timeout: testLimitMs }, async () => {
  const rows = [
    ['Style', 'Pieces'],
    ['A-1', '120'],
    ['B-1', '240'],
  ];
  const made = await PDFDocument.load(await pdfOf([[{ rows, ruled: true }]]));
  const whole = Buffer.from(await made.save({ useObjectStreams: false }));
  const usual = damagedPdf(page(1));
  // Without its directory at the end, the file is damaged.
  const cut = whole.subarray(0, whole.lastIndexOf('\nxref'));
  const measured = measuredConversion(usual, Buffer.concat([cut, deflatedTwice('ObjStm')]));
  expect(measured).toMatchObject({ kind: 'tables', pages: 1 });
  expect(measured.grownMib).toBeLessThan(grownMibMax);
});
