/** Pages that were recognised from pictures, and the warnings about them. */
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { pagesText } from '#activities/pdf/reading/quality.ts';
import type { RawPage } from '#activities/pdf/reading/raw-page.ts';

export type RecognisedPage = {
  page: RawPage;
  /** Mean confidence of the letters that were recognised, 0 to 1; 0 if there are none. */
  confidence: number;
  /** Whether a stamp or other coloured ink over the print was removed; missing on older pages. */
  hadColouredInk?: boolean;
  /** Number of places with print that could not be read; missing on older pages. */
  unreadPlaces?: number;
  /** Figures of which two readings differ; missing on older pages. */
  unsureFigures?: string[];
};

/** Pages with a lower confidence have wrong letters in many cells. */
const confidenceMin = 0.85;
const listedMax = 10;

const asPercent = (share: number): string => `${Math.floor(share * 100)}%`;

function listOf(pages: readonly RecognisedPage[]): string {
  const shown = pages
    .slice(0, listedMax)
    .map(({ page, confidence }) => `${page.number} (${asPercent(confidence)})`);
  return [...shown, ...(pages.length > listedMax ? ['…'] : [])].join(', ');
}

/** Returns the warning about the pages for which the test is true; none if there is no such page. */
function warningAbout(
  pages: readonly RecognisedPage[],
  test: (page: RecognisedPage) => boolean,
  sentence: (values: { words: Message }) => Message,
): Message[] {
  const affected = pages.filter(test);
  return affected.length > 0 ? [sentence({ words: pagesText(affected.map(({ page }) => page)) })] : [];
}

/** Returns warnings that recognised text must be checked, more urgently if it was hard to read. */
export function recognisedWarnings(recognised: readonly RecognisedPage[]): Message[] {
  const pages = recognised.filter(({ confidence }) => confidence > 0);
  if (pages.length === 0) return [];
  const unsure = pages.filter(({ confidence }) => confidence < confidenceMin);
  return [
    pdfMessages.readByOcr({ list: listOf(pages) }),
    ...(unsure.length > 0 ? [pdfMessages.hardToRead({ list: listOf(unsure) })] : []),
    ...warningAbout(pages, ({ hadColouredInk }) => hadColouredInk === true, pdfMessages.stampRemoved),
    ...warningAbout(pages, ({ unreadPlaces = 0 }) => unreadPlaces > 0, pdfMessages.unreadPrint),
  ];
}

/** Returns the lowest confidence of a table's pages, 0 to 1; undefined if none of its words was recognised. */
export function ocrConfidenceOf(
  { firstPage, lastPage, isRecognised }: { firstPage: number; lastPage: number; isRecognised?: boolean },
  recognised: readonly RecognisedPage[],
): number | undefined {
  if (isRecognised !== true) return undefined;
  const own = recognised.filter(({ page }) => page.number >= firstPage && page.number <= lastPage);
  return own.length === 0 ? undefined : Math.min(...own.map(({ confidence }) => confidence));
}
