/**
 * Recognises the layout of a document by its marks: what is printed above its first table, and for each table its
 * headings and the places of its columns. Figures, dates and the number of rows make no difference.
 */
import { createHash } from 'node:crypto';
import type { KeptRules, TablePrint } from '#contracts/jobs/kept-layouts.ts';
import { limits } from '#contracts/limits.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import type { PageTable } from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { linesOf } from '#activities/pdf/words/lines.ts';
import { textOf } from '#activities/pdf/words/text.ts';

/** Columns without rules end where their longest text ends, which differs between documents. */
const placeTolerance = 0.08;
/** One in so many headings may differ. */
const headingsPerDifference = 5;
const headingsMin = 2;
/** Share of the marks that the next document must have; names of buyers and addresses differ. */
const marksShareMin = 0.5;
const marksMin = 2;
/** Without headings, only marks tell layouts apart. */
const marksMinWithoutHeadings = 3;
const lettersMin = 3;

/** Returns the words of a text without figures, signs and case. */
export const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
    .slice(0, limits.keptTextCharactersMax);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A form has its sender inside the table; its upper part of the page then has the marks. */
const formShare = 0.4;

/** The next statement or invoice is of another month. */
const months = [
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?',
  'nov(?:ember)?|dec(?:ember)?|জানুয়ারি|ফেব্রুয়ারি|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর',
];
const letter = String.raw`[\p{L}\p{M}]`;
const monthPattern = new RegExp(`(?<!${letter})(?:${months.join('|')})(?!${letter})`.normalize('NFKC'), 'gu');
const withoutMonths = (text: string): string =>
  text.replaceAll(monthPattern, ' ').replaceAll(/ +/g, ' ').trim();

/** Returns the marks of a page: the texts above its first table, or in the upper part of a form. */
export function marksOf(page: Page, tables: readonly PageTable[]): string[] {
  const first = tables[0];
  const isForm = first !== undefined && headerRowCount(first) === 0;
  const top = Math.max(first?.box.y0 ?? page.height, isForm ? formShare * page.height : 0);
  const words = page.words.filter(({ y1 }) => y1 <= top);
  if (words.length === 0) return [];
  const texts = linesOf(words)
    .flatMap(({ chunks }) => chunks.map((chunk) => withoutMonths(normalised(textOf(chunk.words)))))
    .filter((text) => text.length >= lettersMin);
  return [...new Set(texts)].slice(0, limits.keptMarksMax).map(digestOf);
}

export function printOf(table: PageTable): TablePrint {
  const { box, gutters } = table;
  const header = table.rows.slice(0, headerRowCount(table));
  const width = Math.max(1, box.x1 - box.x0);
  const columns = Array.from({ length: gutters.length + 1 }, (_, column) => column);
  return {
    headings: columns.map((column) => normalised(header.map((row) => row[column] ?? '').join(' '))),
    places: gutters.map(({ from, to }) => Math.max(0, Math.min(1, ((from + to) / 2 - box.x0) / width))),
  };
}

const namedCount = ({ headings }: TablePrint): number => headings.filter(Boolean).length;

/** Whether both tables have the same headings over columns at the same places. */
export function isSamePrint(a: TablePrint, b: TablePrint): boolean {
  if (a.places.length !== b.places.length) return false;
  if (a.places.some((place, index) => Math.abs(place - itemAt(b.places, index)) > placeTolerance))
    return false;
  const differing = a.headings.filter((text, index) => text !== itemAt(b.headings, index)).length;
  return differing <= Math.floor(Math.min(namedCount(a), namedCount(b)) / headingsPerDifference);
}

/**
 * Whether a document with these marks can be of the layout. A layout with hardly any marks is only that of a document
 * with as few: others that happen to have its headings, such as every bank's statement, name their sender.
 */
export function hasMarksOf({ marks }: KeptRules, found: readonly string[]): boolean {
  if (marks.length < marksMin && found.length >= marksMin) return false;
  const known = new Set(found);
  return marks.filter((mark) => known.has(mark)).length >= marksShareMin * marks.length;
}

/** Whether a table's print alone, with the document's marks, is enough to recognise it. */
export function isTelling(print: TablePrint, { marks }: KeptRules): boolean {
  const named = namedCount(print);
  if (named === 0) return marks.length >= marksMinWithoutHeadings;
  return named >= headingsMin || marks.length >= marksMin;
}
