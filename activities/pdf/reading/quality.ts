/** Assesses how far a page's text can be read and trusted, and words the warnings about it. */
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { isBengali, isBengaliSign } from './bengali.ts';
import { isScanSized, unreadPictures } from './pictures.ts';
import type { Glyph, RawPage } from './raw-page.ts';
import { isWrongText } from './wrong-text.ts';

export type PageFacts = {
  number: number;
  /** True if the page has no readable text: a scan, a photo, or text drawn as shapes. */
  isScan: boolean;
  /** True if a picture beside the page's text may hold text; missing on pages stored before it was looked for. */
  hasUnreadPicture?: boolean;
  /** True if the page has more lines than are read. */
  isCut?: boolean;
  /** True if the file was damaged, so that pages may be missing. */
  isRecovered?: boolean;
  /** True if the fonts of most characters do not say which letters they show, so that the page is read as a picture. */
  isUnreadable?: boolean;
  /** True if one of several fonts draws other letters than its text says, so that its texts are read as pictures. */
  hasMisnamed?: boolean;
  hasText: boolean;
  /** True if many characters have a font that does not say which letters they show. */
  isUnmapped: boolean;
  /** True if Bengali text is stored in a wrong order or with wrong letters. */
  isBrokenBengali: boolean;
  /** The letters of a watermark, if there is one. */
  watermark?: string;
  /** The page to whose table the columns of this page were added. */
  spilledTo?: number;
};

/** A page with fewer characters, such as only a stamped page number, counts as having no text. */
const textGlyphsMin = 10;
/** A page without text that has at least this many shapes has text converted to outlines. */
const outlineShapesMin = 200;
/** A larger share of doubtful characters is worth a warning. */
const doubtfulShareMin = 0.05;
/** With a larger share of doubtful characters, the page's text is worthless. */
const unreadableShareMin = 0.5;

const replacement = '\uFFFD';

/** Whether the font does not say, or says wrongly, which letter the character shows. */
const isDoubtful = (glyph: Glyph): boolean =>
  glyph.unmapped || glyph.isMisnamed === true || glyph.text === replacement;

/** Counts Bengali signs without the consonant that must precede them. */
function straySigns(glyphs: readonly Glyph[]): number {
  return glyphs.filter((glyph, index) => {
    const before = glyphs[index - 1];
    const follows = before !== undefined && !glyph.afterSpace && isBengali(before.text);
    return isBengaliSign(glyph.text) && !follows;
  }).length;
}

/** Returns the facts from which the customer is warned about a page whose text cannot be trusted. */
export function pageFacts(page: RawPage): PageFacts {
  const { number, glyphs, shapes, watermark = '' } = page;
  const hasText = glyphs.length >= textGlyphsMin;
  const isScan = !hasText && (isScanSized(page) || shapes >= outlineShapesMin);
  const doubtful = glyphs.filter(isDoubtful).length;
  const isWrong = isWrongText(glyphs);
  const isUnreadable = hasText && (isWrong || doubtful > unreadableShareMin * glyphs.length);
  const misnamed = glyphs.filter((glyph) => glyph.isMisnamed).length;
  const inBengali = glyphs.filter((glyph) => isBengali(glyph.text)).length;
  return {
    number,
    hasText,
    isScan,
    hasUnreadPicture: !isScan && unreadPictures(page).length > 0,
    isUnmapped: doubtful > doubtfulShareMin * glyphs.length || isWrong,
    isUnreadable,
    ...(!isUnreadable && misnamed > doubtfulShareMin * glyphs.length ? { hasMisnamed: true } : {}),
    ...(page.isRecovered ? { isRecovered: true } : {}),
    ...(page.isCut ? { isCut: true } : {}),
    isBrokenBengali: straySigns(glyphs) > doubtfulShareMin * inBengali,
    ...(watermark === '' ? {} : { watermark }),
  };
}

/** Returns the facts with the pages whose columns were added to the table of another. */
export const withSpills = (
  facts: readonly PageFacts[],
  spills: readonly { page: number; base: number }[],
): PageFacts[] =>
  facts.map((page) => {
    const spill = spills.find((candidate) => candidate.page === page.number);
    return spill ? { ...page, spilledTo: spill.base } : page;
  });

/** Whether there is something on the page that only recognition can read. */
export const needsReading = ({ isScan, hasUnreadPicture, isUnreadable, hasMisnamed }: PageFacts): boolean =>
  isScan || hasUnreadPicture === true || isUnreadable === true || hasMisnamed === true;

const pagesMax = 10;
const watermarkShownMax = 60;

/** Returns the pages' numbers as words, such as "Pages 1, 2, and 5". */
export function pagesText(pages: readonly { number: number }[]): Message {
  const numbers = pages.slice(0, pagesMax).map((page) => String(page.number));
  const [first, second] = numbers;
  if (pages.length === 1) return pdfMessages.page({ page: first });
  if (pages.length === 2) return pdfMessages.pages({ list: pdfMessages.twoPages({ first, second }) });
  const more = pages.length - numbers.length;
  const last = more > 0 ? pdfMessages.countMore({ count: more }) : numbers.at(-1);
  const list = (more > 0 ? numbers : numbers.slice(0, -1)).join(', ');
  return pdfMessages.pages({ list: pdfMessages.listAndLast({ list, last }) });
}

const watermarkOf = (pages: readonly PageFacts[]): string => {
  const text = pages.find(({ watermark }) => watermark !== undefined)?.watermark ?? '';
  return text.length > watermarkShownMax ? `${text.slice(0, watermarkShownMax)}…` : text;
};

/** Returns one sentence, with page numbers, for each issue the customer should check. */
export function pageWarnings(pages: readonly PageFacts[], brokenPages: readonly number[]): Message[] {
  const warn = (test: (page: PageFacts) => boolean, sentence: (words: Message) => Message): Message[] => {
    const affected = pages.filter(test);
    return affected.length > 0 ? [sentence(pagesText(affected))] : [];
  };
  return [
    ...(pages.some(({ isRecovered }) => isRecovered) ? [pdfMessages.recoveredFile()] : []),
    ...(brokenPages.length > 0
      ? [pdfMessages.damagedPages({ pages: brokenPages.slice(0, pagesMax).join(', ') })]
      : []),
    ...warn(
      (page) => page.isScan,
      (words) => pdfMessages.noTextLayer({ words }),
    ),
    ...warn(
      (page) => page.hasUnreadPicture === true,
      (words) => pdfMessages.unreadPicture({ words }),
    ),
    ...warn(
      (page) => page.isCut === true,
      (words) => pdfMessages.partlyRead({ words }),
    ),
    ...warn(
      (page) => page.isUnmapped,
      (words) => pdfMessages.unknownLetters({ words }),
    ),
    ...warn(
      (page) => page.isBrokenBengali,
      (words) => pdfMessages.wrongBengali({ words }),
    ),
    ...pages.flatMap(({ number, spilledTo }) =>
      spilledTo === undefined ? [] : [pdfMessages.spilledColumns({ page: number, base: spilledTo })],
    ),
    ...warn(
      (page) => page.watermark !== undefined,
      (words) => pdfMessages.watermark({ words, text: watermarkOf(pages) }),
    ),
  ];
}
