/** Reads text that is not what is seen: Bijoy's fonts, wrong codes, watermarks, form fields and XFA forms. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { english } from '#contracts/messages/render.ts';
import { withoutRepeatedClusters } from '#activities/pdf/reading/bengali.ts';
import { fromBijoy, isBijoyFont } from '#activities/pdf/reading/bijoy.ts';
import { convertDocument, type PdfTables } from '#activities/pdf/reading/document.ts';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { areOtherCharacters } from '#activities/pdf/reading/wrong-fonts.ts';
import {
  bareFormPdf,
  fontPdf,
  formPdf,
  misnamedPdf,
  pdfOf,
  watermarkedPdf,
  xfaPdf,
  type BareField,
} from './pdf-maker.ts';

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
  ])('%s in a Bijoy font is %s in Unicode', (codes, text) => {
    expect(fromBijoy(codes)).toBe(text);
  });
  test.each([
    ['SutonnyMJ', true],
    ['ABCDEF+SutonnyMJ-Bold', true],
    ['Helvetica', false],
  ])('the name %s shows whether the font has the codes of Bijoy', (name, isBijoy) => {
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
  test('text with the same codes in a font with another name stays as it is, with a warning', async () => {
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

describe('fonts that draw other letters than they say', () => {
  const file = readFileSync('tests/fixtures/pdf/style-titled.pdf');
  /** 0 for 9, 1 for 8 and so on: text that no list of words or signs can tell from the right one. */
  const mirrored = (character: string): string =>
    /\d/.test(character) ? String(9 - Number(character)) : character;

  test('a font that draws other digits than its text says is recognised by their shapes, and its page is read as a picture', async () => {
    const converted = await read(await misnamedPdf(file, /Arimo/, mirrored));
    expect(converted.warnings).toEqual([saying(/^Page 1: the fonts do not say which letters/)]);
    expect(converted.scannedPages).toEqual([1]);
  });
  test('no font of an ordinary document is taken for one that draws other letters', async () => {
    const folder = 'tests/fixtures/pdf';
    const locked = /locked/;
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.pdf') && !locked.test(one))) {
      const opened = openPdf(engine, readFileSync(`${folder}/${name}`));
      if (opened.kind === 'refused') throw new Error(`${name}: ${opened.code}`);
      const { document } = opened;
      const glyphs = document.readPage(1)?.glyphs ?? [];
      document.close();
      expect([name, glyphs.filter((glyph) => glyph.isMisnamed).length]).toEqual([name, 0]);
    }
  });
  test('a font of overlapping outlines, single strokes or small capitals is not taken for one that draws other letters', () => {
    const shapes = (characters: string, outlines: (character: string) => number) =>
      Array.from(characters, (character) => ({ character, outlines: outlines(character) }));
    const letters = 'abdopqcfhklmnstuvwxyz';
    expect(areOtherCharacters(shapes(letters, () => 2))).toBe(false);
    expect(areOtherCharacters(shapes(letters, () => 1))).toBe(false);
    expect(areOtherCharacters(shapes('0689', () => 2))).toBe(false);
    // As in Roboto Condensed, where a stroke of 6 crosses itself and one of 3 overlaps another.
    expect(areOtherCharacters(shapes('01235679', (character) => ('039'.includes(character) ? 2 : 1)))).toBe(
      false,
    );
    expect(areOtherCharacters(shapes('0123567', (character) => ('136'.includes(character) ? 2 : 1)))).toBe(
      true,
    );
    expect(areOtherCharacters(shapes(letters, (character) => ('abchkmn'.includes(character) ? 2 : 1)))).toBe(
      true,
    );
  });
});

describe('watermarks', () => {
  test.each([
    ['at a slant', 40],
    ['level, pale and large over the rows', 0],
  ])('a watermark %s is left out of the cells and named in a warning', async (_, degreesUp) => {
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
  const text = (value: string) => ({ kind: 'text', value }) as const;
  const order = [
    ['Item', text('Amount')],
    ['Shirts', text('431.30')],
    ['Buttons', text('425.59')],
    ['Labels', text('338.87')],
  ] as const;
  /** Returns the characters of the page when it is read for the nth time. */
  function shownOf(bytes: Uint8Array, times = 1): string {
    const opened = openPdf(engine, bytes);
    if (opened.kind === 'refused') throw new Error(opened.code);
    const { document } = opened;
    const pages = Array.from({ length: times }, () => document.readPage(1));
    document.close();
    return (pages.at(-1)?.glyphs ?? []).map((glyph) => glyph.text).join('');
  }
  const orderRows = order.map(([label, { value }]) => [label, value]);

  test.each([
    ['is missing', {}],
    ['draws nothing', { drawnAs: '' }],
    ['shows a former value that viewers are asked to replace', { drawnAs: 'Enter here', asksToRedraw: true }],
    ['is missing on a page that is turned', { rotate: 90 }],
  ])('the value of a form field whose appearance %s is read in its place', async (_, options) => {
    expect(rowsOf(await read(await bareFormPdf(order, options)))).toEqual([orderRows]);
  });
  test('a field with an appearance that shows a text is read from it, because viewers show it', async () => {
    const shown = shownOf(await bareFormPdf(order, { drawnAs: '777.00' }));
    expect(shown).toContain('777.00');
    expect(shown).not.toContain('431.30');
  });
  test('a choice is read by its label, a list by its chosen entries, and a check box by its mark', async () => {
    const options: [string, string][] = [
      ['s', 'Small'],
      ['m', 'Medium size'],
      ['l', 'Large'],
    ];
    const fields: [string, BareField][] = [
      ['Question', text('Answer')],
      ['Size', { kind: 'choice', value: ['m'], options, isCombo: true }],
      ['Sizes', { kind: 'choice', value: ['s', 'l'], options, isCombo: false }],
      ['Insured', { kind: 'check', isOn: true }],
      ['Returned', { kind: 'check', isOn: false }],
      ['Buyer', text('H&M')],
    ];
    expect(rowsOf(await read(await bareFormPdf(fields)))).toEqual([
      [
        ['Question', 'Answer'],
        ['Size', 'Medium size'],
        ['Sizes', 'Small Large'],
        ['Insured', '✔'],
        ['Returned', ''],
        ['Buyer', 'H&M'],
      ],
    ]);
  });
  test('values in Bengali, of several lines and longer than their fields are read, and passwords are not', async () => {
    const long = 'Knitted cotton T-shirts for men, 180 g, in three colours';
    const fields: [string, BareField][] = [
      ['Field', text('Value')],
      ['Name', text('রহিম উদ্দিন')],
      ['Address', { kind: 'text', value: 'House 12\nDhaka 1212', isMultiline: true }],
      ['Goods', text(long)],
      ['Code', { kind: 'text', value: 'secret', isPassword: true }],
      ['Price', { kind: 'text', value: '12.50', alignment: 2 }],
    ];
    expect(rowsOf(await read(await bareFormPdf(fields)))).toEqual([
      [
        ['Field', 'Value'],
        ['Name', 'রহিম উদ্দিন'],
        ['Address', 'House 12 Dhaka 1212'],
        ['Goods', long],
        ['Code', ''],
        ['Price', '12.50'],
      ],
    ]);
  });
  test('a page that is read and drawn several times has each value once', async () => {
    const bytes = await bareFormPdf(order);
    const first = shownOf(bytes);
    expect(first.match(/431\.30/g)).toHaveLength(1);
    expect(shownOf(bytes, 2)).toBe(first);
  });
  test('an XFA form is refused with a message that says why', async () => {
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
