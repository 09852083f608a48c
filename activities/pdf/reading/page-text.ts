/** Returns a page's text as lines from top to bottom, each split into separate pieces; for forms rather than tables. */
import { linesOf } from '#activities/pdf/words/lines.ts';
import { turnUpright } from './orientation.ts';
import { pageFacts } from './quality.ts';
import type { RawPage } from './raw-page.ts';
import { wordsOf } from '#activities/pdf/words/words.ts';

/** Words that belong together, with their left and right edge in points. */
export type TextPiece = { text: string; x0: number; x1: number };
export type TextRow = TextPiece[];

export type PageText = {
  number: number;
  /** False for a scan or any other page without readable characters. */
  hasText: boolean;
  rows: TextRow[];
};

/** Returns the text of a page, which is turned upright first. */
export function pageText(raw: RawPage): PageText {
  const lines = linesOf(wordsOf(turnUpright(raw).glyphs));
  return {
    number: raw.number,
    hasText: pageFacts(raw).hasText,
    rows: lines.map(({ chunks }) =>
      chunks.map(({ words, x0, x1 }) => ({ text: words.map(({ text }) => text).join(' '), x0, x1 })),
    ),
  };
}
