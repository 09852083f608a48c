/** Pages made of words and rulings, in the form that the pure core receives. */
import type { Page } from '#activities/pdf/reading/page.ts';
import type { Word } from '#activities/pdf/words/words.ts';

const characterPt = 5;
const heightPt = 10;

/** A text at a position; its words are a normal space apart. */
export function wordsAt(text: string, x: number, y: number): Word[] {
  let at = x;
  return text.split(' ').map((part) => {
    const word = { text: part, x0: at, x1: at + part.length * characterPt, y0: y, y1: y + heightPt };
    at = word.x1 + 3;
    return word;
  });
}

/** Texts in columns 100 pt apart and lines 14 pt apart; blank texts leave their place empty. */
export function gridWords(rows: readonly (readonly string[])[], x = 50, y = 100, pitch = 14): Word[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text ? wordsAt(text, x + column * 100, y + index * pitch) : [])),
  );
}

export function page(
  words: Word[],
  drawn: Partial<Pick<Page, 'horizontals' | 'verticals' | 'fills'>> = {},
  number = 1,
): Page {
  return {
    number,
    turn: 0,
    width: 595,
    height: 842,
    words,
    horizontals: [],
    verticals: [],
    bands: [],
    fills: [],
    slants: [],
    ...drawn,
  };
}

/** Rulings around every cell of a grid that `gridWords` filled. */
export function gridRulings(
  rows: number,
  columns: number,
  x = 45,
  y = 98,
  pitch = 14,
): Pick<Page, 'horizontals' | 'verticals'> {
  const right = x + columns * 100;
  const bottom = y + rows * pitch;
  return {
    horizontals: Array.from({ length: rows + 1 }, (_, row) => ({ at: y + row * pitch, from: x, to: right })),
    verticals: Array.from({ length: columns + 1 }, (_, column) => ({
      at: x + column * 100,
      from: y,
      to: bottom,
    })),
  };
}
