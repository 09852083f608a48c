/** Recognises text that is not what the page shows: shifted codes, and Bijoy's codes in fonts with other names. */
import { isBijoySign } from './bijoy.ts';
import type { Glyph } from './raw-page.ts';

/** A gap that ends a word, in heights. */
const wordGapHeights = 0.25;
const levelPt = 1;
/** A figure with signs that follow 9 and z in the character codes, and that are rare beside digits and letters. */
const shiftedFigure = /^(?=.*\d)(?=.*[:;<=>|{}~])[\w:;<=>|{}~]+$/;
/** A time, a label with a colon, a comparison or a choice, which any text may have. */
const plainSign = /^(?:[<>~]=?|\w+[:|=~])\w*$/;
const figuresMin = 4;
const figuresShareMin = 0.2;
const lettersMin = 4;
const wordsMin = 10;
const vowellessShareMin = 0.5;
const bijoySignsMin = 4;
const bijoySignsShareMin = 0.04;

function wordsOf(glyphs: readonly Glyph[]): string[] {
  const words: string[] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const isNext =
      last !== undefined &&
      !glyph.afterSpace &&
      Math.abs(glyph.y0 - last.y0) < levelPt &&
      glyph.x0 - last.x1 < wordGapHeights * (glyph.y1 - glyph.y0);
    if (isNext) words.push(`${words.pop() ?? ''}${glyph.text}`);
    else words.push(glyph.text);
    last = glyph;
  }
  return words;
}

/** Whether many figures contain signs that follow the digits in the character codes, or hardly any word has a vowel. */
function areShifted(words: readonly string[]): boolean {
  const figures = words.filter((word) => /\d/.test(word));
  const wrong = figures.filter((word) => shiftedFigure.test(word) && !plainSign.test(word));
  if (wrong.length >= Math.max(figuresMin, figuresShareMin * figures.length)) return true;
  const texts = [...new Set(words)].filter(
    (word) => word.length >= lettersMin && /^[A-Z]?[a-z]+$/.test(word),
  );
  const vowelless = texts.filter((word) => !/[aeiouy]/i.test(word));
  return texts.length >= wordsMin && vowelless.length > vowellessShareMin * texts.length;
}

/** Returns whether the characters are probably not those that the page shows. */
export function isWrongText(glyphs: readonly Glyph[]): boolean {
  const signs = glyphs.filter(({ text }) => isBijoySign(text)).length;
  if (signs >= Math.max(bijoySignsMin, bijoySignsShareMin * glyphs.length)) return true;
  return areShifted(wordsOf(glyphs));
}
