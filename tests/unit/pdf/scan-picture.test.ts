/** What is done to a scan before and after its letters are read: light, perspective, coloured ink, hairlines, figures. */
import { describe, expect, test } from 'vitest';
import { withColumnLetters } from '#activities/pdf/scans/codes.ts';
import { withFaintRules } from '#activities/pdf/scans/faint-rules.ts';
import { withoutSteps } from '#activities/pdf/scans/fax.ts';
import { readFiguresAgain, shapeOf } from '#activities/pdf/scans/figures.ts';
import { levelWords } from '#activities/pdf/scans/level-words.ts';
import { evenLight } from '#activities/pdf/scans/light.ts';
import { flattened } from '#activities/pdf/scans/photo.ts';
import { pictureRulings } from '#activities/pdf/scans/picture-rulings.ts';
import { inkOf, type GreyPicture } from '#activities/pdf/scans/picture.ts';
import { withoutColouredInk } from '#activities/pdf/scans/ink-separation.ts';
import type { ReadWord, Recogniser } from '#activities/pdf/scans/recognise.ts';
import { projected, rotated } from '#activities/pdf/scans/resample.ts';
import { readAgain } from '#activities/pdf/scans/second-reading.ts';
import { corrected } from '#activities/pdf/scans/vocabulary.ts';

const [paper, black] = [235, 20];

function picture(width: number, height: number, greyAt: (x: number, y: number) => number): GreyPicture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) grey[y * width + x] = greyAt(x, y);
  return { width, height, grey };
}
const at = ({ width, grey }: GreyPicture, x: number, y: number): number => grey[y * width + x] ?? 0;

/** A word of a reading, as wide as its letters. */
const word = (text: string, given: Partial<ReadWord> = {}): ReadWord => ({
  text,
  x0: 100 - 8 * text.length,
  x1: 100,
  y0: 0,
  y1: 14,
  baseline: 14,
  rowHeight: 20,
  confidence: 90,
  ...given,
});

describe('a photo', () => {
  /** A sheet on a dark table, with a line across it, seen at an angle. */
  const sheet = picture(600, 800, (x, y) => {
    const isSheet = x > 80 && x < 520 && y > 80 && y < 720;
    return isSheet ? (y > 300 && y < 306 && x > 120 && x < 480 ? black : paper) : 40;
  });
  const photo = projected(sheet, sheet, [1, -0.06, 30, 0.03, 1, -12, -0.0001, 0.00005, 1]);

  // What is beyond the drawn table is table too.
  const tilted = { ...photo, grey: photo.grey.map((value) => (value === 255 ? 40 : value)) };

  /** Rows of the line's upper edge at the left, in the middle and at the right. */
  const lineRows = (seen: GreyPicture): number[] =>
    [180, 300, 420].map((x) => {
      for (let y = 150; y < 700; y++) if (at(seen, x, y) < 110 && at(seen, x, y - 1) >= 110) return y;
      return NaN;
    });

  test('a line of a sheet that was photographed at an angle is level again', () => {
    const before = lineRows(tilted);
    expect(Math.max(...before) - Math.min(...before)).toBeGreaterThan(5);
    const rows = lineRows(flattened(tilted, 1.4));
    expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(2);
  });
  test('a scan without a background around the sheet stays as it is', () => {
    const scan = picture(600, 800, (x, y) => (y > 300 && y < 306 && x > 60 ? black : paper));
    expect(flattened(scan, 1.4)).toBe(scan);
  });
  test('paper that darkens to one side has the same grey everywhere, and ink stays dark', () => {
    const shaded = picture(600, 400, (x, y) => {
      const light = 240 - x * 0.25;
      return y % 40 < 4 && x % 12 < 6 ? light * 0.3 : light;
    });
    const even = evenLight(shaded, 2);
    const papers = [30, 300, 570].map((x) => at(even, x, 20));
    expect(Math.max(...papers) - Math.min(...papers)).toBeLessThan(40);
    expect(at(even, 576, 1)).toBeLessThan(110);
  });
  test('paper with even light stays as it is', () => {
    const page = picture(300, 300, () => paper);
    expect(evenLight(page, 2)).toBe(page);
  });
});

describe('a fax', () => {
  test('the stepped edges of a fax are smoothed', () => {
    const fax = picture(90, 90, (x, y) => (Math.floor(x / 3) > Math.floor(y / 3) ? 0 : 255));
    const greys = withoutSteps(fax).grey.filter((value) => value > 60 && value < 195);
    expect(greys.length).toBeGreaterThan(90);
  });
  test('a scan in shades of grey stays as it is', () => {
    const scan = picture(90, 90, (x) => (x % 9 < 3 ? 20 : x % 9 < 6 ? 128 : 235));
    expect(withoutSteps(scan)).toBe(scan);
  });
});

test('four quarter turns give the same picture', () => {
  const page = picture(40, 30, (x, y) => (x * 7 + y * 13) % 200);
  const turned = [1, 1, 1, 1].reduce((seen, quarter) => rotated(seen, quarter, 0), page);
  expect([turned.width, turned.height]).toEqual([40, 30]);
  const differences = [...turned.grey].map((value, index) => Math.abs(value - page.grey[index]!));
  expect(differences.filter((difference) => difference > 1).length).toBeLessThan(40 + 30);
});

describe('coloured ink', () => {
  const blue = [90, 90, 175] as const;
  const beneath = [45, 42, 110] as const;
  /** Draws black bars as print, and a blue ring or a blue word. */
  function page(isBlue: (x: number, y: number) => boolean, isBlack: (x: number, y: number) => boolean) {
    const [width, height] = [600, 400];
    const rgbx = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const print = isBlack(x, y);
        const colour = isBlue(x, y) ? (print ? beneath : blue) : print ? [25, 25, 25] : [245, 245, 245];
        rgbx.set([...colour, 255], (y * width + x) * 4);
      }
    return { width, height, rgbx };
  }
  const isRing = (x: number, y: number): boolean => Math.abs(Math.hypot(x - 300, y - 200) - 120) < 6;
  const isPrint = (x: number, y: number): boolean => y % 60 < 24 && x % 30 < 8;

  test('a stamp over the print is removed, and the print beneath it stays', () => {
    const { picture: print, hadColouredInk } = withoutColouredInk(page(isRing, isPrint), 300 / 72);
    expect(hadColouredInk).toBe(true);
    // The ring crosses paper at the right and a bar of print above it.
    expect(at(print, 419, 205)).toBeGreaterThan(200);
    const crossing = [...Array(600).keys()].find((x) => isRing(x, 85) && !isPrint(x, 85))!;
    expect(at(print, crossing, 85)).toBeGreaterThan(200);
    const covered = [...Array(600 * 400).keys()].filter((index) => {
      const [x, y] = [index % 600, Math.floor(index / 600)];
      return isRing(x, y) && isPrint(x, y) && isPrint(x + 3, y) && isPrint(x - 3, y);
    });
    const dark = covered.filter((index) => print.grey[index]! < 130);
    expect(dark.length / covered.length).toBeGreaterThan(0.9);
  });
  test('coloured text of the document itself stays', () => {
    const isText = (x: number, y: number): boolean => y > 200 && y < 224 && x > 100 && x < 300 && x % 14 < 6;
    const { picture: print, hadColouredInk } = withoutColouredInk(
      page(isText, (_, y) => y > 40 && y < 44),
      300 / 72,
    );
    expect(hadColouredInk).toBe(false);
    expect(at(print, 142, 210)).toBeLessThan(130);
  });
  test('a coloured frame around black text stays', () => {
    const isFrame = (x: number, y: number): boolean =>
      x > 20 &&
      x < 580 &&
      y > 20 &&
      y < 380 &&
      (x < 26 || x > 574 || y < 26 || y > 374 || Math.abs(y - 200) < 3);
    expect(withoutColouredInk(page(isFrame, isPrint), 300 / 72).hadColouredInk).toBe(false);
  });
});

describe('hairlines', () => {
  const pixelsPerPt = 4;
  const rulingsOf = (seen: GreyPicture) => {
    const ink = inkOf(seen);
    return withFaintRules(seen, ink, pictureRulings(ink, pixelsPerPt), pixelsPerPt);
  };
  let state = 1;
  const grain = (): number => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 28) - 8;

  test('a hairline that is much lighter than ink is a rule', () => {
    const seen = picture(600, 200, (x, y) => {
      if (y > 30 && y < 50 && x % 20 < 6 && x > 100 && x < 400) return black;
      return (y === 100 || y === 101) && x > 40 && x < 560 ? 195 + grain() : paper + grain();
    });
    const { horizontals } = rulingsOf(seen);
    expect(horizontals).toHaveLength(1);
    expect(horizontals[0]!.at).toBeCloseTo(101, -1);
  });
  test('the tops of figures in a row are not a rule', () => {
    const seen = picture(600, 200, (x, y) => {
      const isBox = x > 40 && x < 560 && y >= 80 && y < 108 && x % 16 < 13;
      const isHollow = x % 16 >= 3 && x % 16 < 10 && y >= 83 && y < 105;
      return isBox && !isHollow ? black : paper;
    });
    expect(rulingsOf(seen).horizontals).toEqual([]);
  });
});

describe('words', () => {
  test('words of two cells at different heights are levelled only with the words of their own cell', () => {
    const words = [
      word('AS', { x0: 10, x1: 30, y0: 0, y1: 14, baseline: 19 }),
      word('PER', { x0: 35, x1: 60, y0: 0, y1: 14, baseline: 14 }),
      word('Cotton', { x0: 120, x1: 180, y0: 6, y1: 20, baseline: 20 }),
    ];
    const level = levelWords(words, [{ at: 90, from: 0, to: 60, thickness: 1 }]);
    expect(level.map(({ text, baseline }) => [text, baseline])).toEqual([
      ['AS', 14],
      ['PER', 14],
      ['Cotton', 20],
    ]);
  });
  test.each([
    ['USS', 'US$'],
    ['(Uss)', '(US$)'],
    ['LIC', 'L/C'],
    ['BIL', 'B/L'],
    ['USSR', 'USSR'],
    ['CELL', 'CELL'],
  ])('%s of a document is read as %s', (read, printed) => {
    expect(corrected(read)).toBe(printed);
  });
  test('a digit at a place where all other codes of the column have the same letter is corrected to this letter', () => {
    const codes = ['IT-507000', 'IT-747001', 'IT-312002', 'IT-468003', '11-131004', 'XT-999005'];
    const words = codes.map((text, index) => word(text, { x0: 50, x1: 130, baseline: 20 * index }));
    expect(withColumnLetters(words, 20).map(({ text }) => text)).toEqual([
      ...codes.slice(0, 4),
      'IT-131004',
      'XT-999005',
    ]);
  });
});

describe('a second reading', () => {
  const page = picture(200, 400, () => paper);
  /** Answers each reading with the next of these texts, one a line. */
  function recogniserOf(...answers: [string, number][][]): Recogniser {
    return {
      read: (seen) => {
        const lines = answers.shift() ?? [];
        const height = seen.height / Math.max(1, lines.length);
        return Promise.resolve(
          lines.map(([text, confidence], index) =>
            word(text, { y0: index * height + height / 2, y1: index * height + height / 2, confidence }),
          ),
        );
      },
    };
  }
  const column = (...texts: string[]): ReadWord[] =>
    texts.map((text, index) =>
      word(text, { y0: 40 * index, y1: 40 * index + 14, baseline: 40 * index + 14 }),
    );
  const sheet = (recogniser: Recogniser) => ({ recogniser, picture: page, row: 20, dpi: 300 });

  test('a point that only one reading has is kept if the other figures of the column have it', async () => {
    const recogniser = recogniserOf(
      [
        ['2.87', 95],
        ['5.98', 95],
        ['5.66', 95],
        ['4.53', 80],
      ],
      [['4.53', 80]],
    );
    const read = await readFiguresAgain(sheet(recogniser), column('2.87', '5.98', '5.66', '453'));
    expect(read.words.map(({ text }) => text)).toEqual(['2.87', '5.98', '5.66', '4.53']);
    expect(read.unsure).toEqual([]);
  });
  test('a figure whose digits differ between the readings is unsure', async () => {
    const recogniser = recogniserOf(
      [
        ['2.87', 95],
        ['5.98', 95],
        ['5.66', 95],
        ['4.58', 96],
      ],
      [['4.53', 80]],
    );
    const read = await readFiguresAgain(sheet(recogniser), column('2.87', '5.98', '5.66', '4.53'));
    expect(read.unsure).toEqual(['4.53']);
  });
  test('ink that no word covers is read by itself, and counted if it cannot be read', async () => {
    const letters = inkOf(
      picture(300, 200, (x, y) => (y > 100 && y < 116 && x > 50 && x < 110 && x % 12 < 7 ? black : paper)),
    );
    const given = { clean: page, letters, pixelsPerPt: 2, dpi: 300 };
    const first = [word('Total', { x0: 50, x1: 100, y0: 20, y1: 34 })];
    const found = await readAgain(recogniserOf([['3,301.06', 91]]), given, first);
    expect(found).toMatchObject({ unreadPlaces: 0, words: [{ text: 'Total' }, { text: '3,301.06' }] });
    expect(await readAgain(recogniserOf([]), given, first)).toMatchObject({ unreadPlaces: 1 });
  });
  test.each([
    ['1,234.50', '9,876.54'],
    ['53', '9,623'],
    ['(1,234.50)', '3,301.06'],
  ])('%s and %s have the same shape', (a, b) => {
    expect(shapeOf(a)).toBe(shapeOf(b));
  });
  test.each([
    ['9.623', '9,623'],
    ['453', '4.53'],
    ['5461', '5,461'],
    ['1.632.398.77', '1,632,398.77'],
  ])('%s and %s have different shapes', (a, b) => {
    expect(shapeOf(a)).not.toBe(shapeOf(b));
  });
});
