/** Guesses which heading of a sheet stands for a column that no heading names. Nothing is read by a guess alone. */
import type { Column } from '#services/contract.ts';
import { headingKey } from './cells.ts';

export type HeadingWithCells = { text: string; cells: readonly string[] };

/** A heading less alike than this (0 to 1) is guessed for no column, even if its cells would be valid. */
const LIKENESS_MIN = 0.35;
/** Without a valid cell below it, a heading must be this much alike. */
const LIKENESS_ALONE_MIN = 0.7;

/** Returns a heading for each of the columns, by column name; each heading is guessed once, for the column it suits best. */
export function guessHeadings(
  columns: readonly Column[],
  headings: readonly HeadingWithCells[],
): Map<string, string> {
  const pairs = columns
    .flatMap((column) => headings.map((heading) => ({ column, heading, ...suitability(column, heading) })))
    .filter(({ likeness, validShare }) => likeness >= (validShare > 0 ? LIKENESS_MIN : LIKENESS_ALONE_MIN))
    .sort((a, b) => b.likeness + b.validShare - (a.likeness + a.validShare));
  const guesses = new Map<string, string>();
  const taken = new Set<string>();
  for (const { column, heading } of pairs) {
    if (guesses.has(column.name) || taken.has(heading.text)) continue;
    guesses.set(column.name, heading.text);
    taken.add(heading.text);
  }
  return guesses;
}

function suitability(column: Column, { text, cells }: HeadingWithCells) {
  const names = [column.name, ...(column.aliases ?? [])];
  const likeness = Math.max(...names.map((name) => likenessOf(headingKey(name), headingKey(text))));
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const valid = filled.filter((cell) => column.schema.safeParse(cell).success).length;
  return { likeness, validShare: filled.length === 0 ? 0 : valid / filled.length };
}

/** Compares two texts by their pairs of neighbouring letters (Dice's coefficient). */
function likenessOf(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
