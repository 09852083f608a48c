/**
 * Recognises the layout of a document by its marks, which are the texts above its first table, and by the
 * fingerprint of each table: its headings and the places of its columns. Figures, dates and the number of rows make no
 * difference.
 */
import { createHash } from 'node:crypto';
import type { KeptRules, TableFingerprint } from '#contracts/jobs/kept-layouts.ts';
import { limits } from '#contracts/limits.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import type { PageTable } from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { linesOf } from '#activities/pdf/words/lines.ts';
import { textOf } from '#activities/pdf/words/text.ts';

/** Maximum offset of columns, as a share of the table's width. Without rules, columns end where their texts end. */
const placeTolerance = 0.08;
/** One of this many headings may differ. */
const headingsPerDifference = 5;
/** A table is recognised by at least this many headings, or by at least this many marks of its document. */
const headingsMin = 2;
const marksMin = 2;
/** Minimum number of marks for a table without any heading. */
const marksMinWithoutHeadings = 3;
/** Minimum share of the marks that the next document must have. Names of buyers and addresses differ. */
const marksShareMin = 0.5;
/** Minimum length of a mark in characters. */
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

/** A form has its sender inside the table, so its marks are the texts in this upper share of the page. */
const formShare = 0.4;

/** Names of months, which are no part of a mark because the next statement or invoice is for another month. */
const months = [
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?',
  'nov(?:ember)?|dec(?:ember)?|জানুয়ারি|ফেব্রুয়ারি|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর',
];
const letter = String.raw`[\p{L}\p{M}]`;
const monthPattern = new RegExp(`(?<!${letter})(?:${months.join('|')})(?!${letter})`.normalize('NFKC'), 'gu');
const withoutMonths = (text: string): string =>
  text.replaceAll(monthPattern, ' ').replaceAll(/ +/g, ' ').trim();

/** Returns the marks of a page, as digests: the texts above its first table, or in the upper part of a form. */
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

/** Returns the fingerprint of a table. Places are the middles of its gutters, from 0 at its left to 1 at its right edge. */
export function fingerprintOf(table: PageTable): TableFingerprint {
  const { box, gutters } = table;
  const header = table.rows.slice(0, headerRowCount(table));
  const width = Math.max(1, box.x1 - box.x0);
  const columns = Array.from({ length: gutters.length + 1 }, (_, column) => column);
  return {
    headings: columns.map((column) => normalised(header.map((row) => row[column] ?? '').join(' '))),
    places: gutters.map(({ from, to }) => Math.max(0, Math.min(1, ((from + to) / 2 - box.x0) / width))),
  };
}

const namedCount = ({ headings }: TableFingerprint): number => headings.filter(Boolean).length;

/** Returns whether two tables have nearly the same headings, over columns at nearly the same places. */
export function isSameFingerprint(a: TableFingerprint, b: TableFingerprint): boolean {
  if (a.places.length !== b.places.length) return false;
  if (a.places.some((place, index) => Math.abs(place - itemAt(b.places, index)) > placeTolerance))
    return false;
  const differing = a.headings.filter((text, index) => text !== itemAt(b.headings, index)).length;
  return differing <= Math.floor(Math.min(namedCount(a), namedCount(b)) / headingsPerDifference);
}

/**
 * Returns whether a document with these marks may have the layout. A layout with hardly any marks fits only a document
 * with as few, because other documents with its headings, such as statements of other banks, name their sender.
 */
export function hasMarksOf({ marks }: KeptRules, found: readonly string[]): boolean {
  if (marks.length < marksMin && found.length >= marksMin) return false;
  const known = new Set(found);
  return marks.filter((mark) => known.has(mark)).length >= marksShareMin * marks.length;
}

/** Returns whether a table's fingerprint and the document's marks are enough to recognise the table in another document. */
export function isDistinctive(fingerprint: TableFingerprint, { marks }: KeptRules): boolean {
  const named = namedCount(fingerprint);
  if (named === 0) return marks.length >= marksMinWithoutHeadings;
  return named >= headingsMin || marks.length >= marksMin;
}
