/** Reads text that is not what is seen: Bijoy's fonts, wrong codes, watermarks, form fields and XFA forms. */
import { beforeAll, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { english } from '#contracts/messages/render.ts';
import { withoutRepeatedClusters } from '#activities/pdf/reading/bengali.ts';
import { fromBijoy, isBijoyFont } from '#activities/pdf/reading/bijoy.ts';
import { convertDocument, type PdfTables } from '#activities/pdf/reading/document.ts';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/limits.ts';
import { fontPdf, formPdf, pdfOf, watermarkedPdf, xfaPdf } from './pdf-maker.ts';

const items = [
  ['Item', 'Code', 'Price', 'Amount'],
  ['Shirt', 'T1893', '1.74', '431.30'],
  ['Button', 'T6539', '3.18', '425.59'],
  ['Sock', 'T6448', '7.21', '338.87'],
  ['Label', 'T4070', '7.32', '500.73'],
];

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(256 * MIB);
});

async function read(bytes: Uint8Array): Promise<PdfTables> {
  const converted = await convertDocument(engine, bytes, 'list.pdf');
  if (converted.kind === 'problem') throw new Error(english(converted.message));
  return converted;
}
const rowsOf = ({ tables }: PdfTables): string[][][] => tables.map(({ rows }) => rows);

describe('Bijoy', () => {
  test.each([
    ['µwgK', 'ক্রমিক'],
    ['†eZb', 'বেতন'],
    ['†gvU', 'মোট'],
    ['†gvt', 'মোঃ'],
    ['g~j', 'মূল'],
    ['Acv‡iUi', 'অপারেটর'],
    ['Av³vi', 'আক্তার'],
    ['mycvifvBRvi', 'সুপারভাইজার'],
    ['mvwU©wd‡KU', 'সার্টিফিকেট'],
    ['cÖwZôvb', 'প্রতিষ্ঠান'],
    ['¯^vÿi', 'স্বাক্ষর'],
    ['kÖxgZx', 'শ্রীমতী'],
    ['‡cŠi', 'পৌর'],
    ['12,750', '12,750'],
  ])('%s in a font of Bijoy is %s in Unicode', (codes, text) => {
    expect(fromBijoy(codes)).toBe(text);
  });
  test.each([
    ['SutonnyMJ', true],
    ['ABCDEF+SutonnyMJ-Bold', true],
    ['Helvetica', false],
  ])('whether the font %s has the codes of Bijoy is known from its name', (name, isBijoy) => {
    expect(isBijoyFont(name)).toBe(isBijoy);
  });
  test('a table in SutonnyMJ is read in Unicode', async () => {
    const rows = [
      ['µwgK', 'bvg', '†eZb'],
      ['1', 'iwng', '8,500'],
      ['2', '†gvt', '7,200'],
      ['3', 'Kwig', '8,900'],
    ];
    expect(rowsOf(await read(await fontPdf('SutonnyMJ', rows)))).toEqual([
      [
        ['ক্রমিক', 'নাম', 'বেতন'],
        ['1', 'রহিম', '8,500'],
        ['2', 'মোঃ', '7,200'],
        ['3', 'করিম', '8,900'],
      ],
    ]);
  });
  test('the same codes in a font of another name stay, with a warning', async () => {
    const rows = [
      ['†gvU', '†eZb', '†gvt'],
      ['1', '†gvt', '8,500'],
      ['2', '†gvt', '7,200'],
      ['3', '†gvt', '8,900'],
    ];
    const { warnings } = await read(await fontPdf('Helvetica', rows));
    expect(warnings).toEqual([saying(/^Page 1: the fonts do not say which letters/)]);
  });
});

test('a font whose codes are shifted gives a warning', async () => {
  const shift = (text: string): string =>
    Array.from(text, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 3)).join('');
  const { warnings } = await read(
    await pdfOf([[{ rows: items.map((row) => row.map(shift)), ruled: false }]]),
  );
  expect(warnings).toEqual([saying(/^Page 1: the fonts do not say which letters/)]);
});

test('ordinary figures, times and codes give no warning about their letters', async () => {
  const rows = [...items, ['From 10:30', 'A:12', '<5', '~20'], ['To 17:45', 'B:7', '>=9', '1|2']];
  expect((await read(await pdfOf([[{ rows, ruled: false }]]))).warnings).toEqual([]);
});

describe('watermarks', () => {
  test.each([
    ['at a slant', 40],
    ['level, pale and large over the rows', 0],
  ])('a watermark %s is left out of the cells and named', async (_, degreesUp) => {
    const converted = await read(await watermarkedPdf(items, 'DUPLICATE', degreesUp));
    expect(rowsOf(converted)).toEqual([items]);
    expect(converted.warnings).toEqual([saying('Page 1: a watermark was left out: DUPLICATE.')]);
  });
});

describe('forms', () => {
  test('the values of form fields are read', async () => {
    const fields = [
      ['Item', 'Amount'],
      ['Shirts', '431.30'],
      ['Buttons', '425.59'],
      ['Labels', '338.87'],
    ] as const;
    expect(rowsOf(await read(await formPdf(fields)))).toEqual([fields]);
  });
  test('an XFA form is refused with the reason', async () => {
    expect(await convertDocument(engine, await xfaPdf(), 'form.pdf')).toMatchObject({
      kind: 'problem',
      code: 'XFA_FORM',
      message: saying(/XFA form/),
    });
  });
});

test('a Bengali cluster whose glyphs alternate with those of the next one is read once', () => {
  // The glyphs of আব্দুল্লাহ as browsers print them: each has the text of its whole cluster.
  const clusters: [string, number, number][] = [
    ['আ', 158, 169],
    ['ব্দু', 169, 177],
    ['ল্লা', 177, 191],
    ['ব্দু', 173, 183],
    ['ল্লা', 183, 186],
    ['হ', 186, 191],
  ];
  const glyphs = clusters.flatMap(([text, x0, x1]) =>
    Array.from(text, (letter) => ({
      text: letter,
      x0,
      x1,
      y0: 100,
      y1: 110,
      quarterTurns: 0,
      afterSpace: false,
      unmapped: false,
    })),
  );
  expect(
    withoutRepeatedClusters(glyphs)
      .map(({ text }) => text)
      .join(''),
  ).toBe('আব্দুল্লাহ');
});
