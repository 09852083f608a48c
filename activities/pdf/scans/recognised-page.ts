/** Recognised pages: pages like any other, with the confidence of their words. */
import { pdfMessages } from '#activities/pdf/messages.ts';
import type { RawPage } from '#activities/pdf/reading/raw-page.ts';

export type RecognisedPage = {
  page: RawPage;
  /** Mean confidence of its letters, 0 to 1. */
  confidence: number;
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

/** Returns warnings that recognised text must be checked, more urgently if it was hard to read. */
export function recognisedWarnings(pages: readonly RecognisedPage[]): string[] {
  if (pages.length === 0) return [];
  const unsure = pages.filter(({ confidence }) => confidence < confidenceMin);
  return [
    pdfMessages.readByOcr({ list: listOf(pages) }),
    ...(unsure.length > 0 ? [pdfMessages.hardToRead({ list: listOf(unsure) })] : []),
  ];
}

/** Returns the confidence of a table's words; undefined if none of its pages was a scan. */
export function ocrConfidenceOf(
  { firstPage, lastPage }: { firstPage: number; lastPage: number },
  recognised: readonly RecognisedPage[],
): number | undefined {
  const own = recognised.filter(({ page }) => page.number >= firstPage && page.number <= lastPage);
  return own.length === 0 ? undefined : Math.min(...own.map(({ confidence }) => confidence));
}
