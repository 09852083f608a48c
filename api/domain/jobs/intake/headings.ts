/** Matches the headings of a sheet to the service's columns. */
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { sequence } from '#contracts/messages/message.ts';
import type { ColumnMapping, MissingColumns } from '#contracts/jobs/column-mapping.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Column } from '#services/contract.ts';
import { cleanCell, cleanHeading, failureColumns, headingKey } from './cells.ts';
import { guessHeadings } from './column-guess.ts';
import type { ChosenHeadings, IntakeColumn } from './types.ts';
import { unreadable } from './unreadable.ts';

type MatchedColumn = { column: Column; index: number };
type Heading = { text: string; index: number };
export type Headings = {
  /** The customer's columns, known and unknown, in the order of the file. */
  kept: Heading[];
  matched: MatchedColumn[];
  columns: IntakeColumn[];
  unknownHeaders: string[];
};

/** Returns every name of the columns in the form in which headings are compared. */
export function headingKeys(columns: readonly Column[]): Set<string> {
  return new Set(columns.flatMap(namesOf).map(headingKey));
}

const noneChosen: ChosenHeadings = { given: {}, remembered: {} };

type HeadingLine = {
  line: readonly string[];
  /** Columns with cells below the line; one without a heading is kept under its number. */
  usedColumns: ReadonlySet<number>;
  /** Lines below the headings, for examples. */
  sample: readonly string[][];
  chosen?: ChosenHeadings | undefined;
};

/**
 * Matches a heading line to columns. Throws FILE_UNREADABLE with details (`MissingColumns`) if a required column is
 * missing.
 */
export function readHeadings(
  columns: readonly Column[],
  { line, usedColumns, sample, chosen = noneChosen }: HeadingLine,
): Headings {
  const kept = keptHeadings(line, usedColumns);
  refuseDuplicates(kept);
  const found = matchColumns(columns, kept, chosen);
  const missing = found.filter(({ column, heading }) => column.required && !heading);
  const known = new Set(found.map(({ heading }) => heading));
  const unknown = kept.filter((heading) => !known.has(heading));
  if (missing.length > 0) {
    const names = missing.map(({ column }) => column);
    throw columnsMissing(names, columns, { kept, unknown, sample });
  }
  return {
    kept,
    matched: found.flatMap(({ column, heading }) => (heading ? [{ column, index: heading.index }] : [])),
    columns: found.map(({ column, heading, byHand }) => ({
      name: column.name,
      header: heading?.text ?? null,
      required: column.required,
      byHand,
    })),
    unknownHeaders: unknown.map(({ text }) => text),
  };
}

type Match = { column: Column; heading: Heading | null; byHand: boolean };

/** A heading that was given counts first, then the column's own names, then a heading remembered from earlier. */
function matchColumns(columns: readonly Column[], kept: readonly Heading[], chosen: ChosenHeadings): Match[] {
  const given = givenHeadings(columns, kept, chosen.given);
  const taken = new Set(given.values());
  const free = kept.filter((heading) => !taken.has(heading));
  const named = columns.map((column): Match => {
    const heading = given.get(column.name);
    return heading
      ? { column, heading, byHand: true }
      : { column, heading: headingOf(column, free), byHand: false };
  });
  for (const { heading } of named) if (heading) taken.add(heading);
  return named.map((match) => {
    if (match.heading) return match;
    const key = headingKey(chosen.remembered[match.column.name] ?? '');
    const heading = kept.find((each) => !taken.has(each) && headingKey(each.text) === key);
    if (!heading) return match;
    taken.add(heading);
    return { ...match, heading, byHand: true };
  });
}

function givenHeadings(
  columns: readonly Column[],
  kept: readonly Heading[],
  given: ChosenHeadings['given'],
): Map<string, Heading> {
  const found = new Map<string, Heading>();
  for (const [name, text] of Object.entries(given)) {
    const column = columns.find((each) => each.name === name);
    if (!column) throw unreadable(uploadMessages.noSuchColumn({ column: name }));
    const heading = kept.find((each) => headingKey(each.text) === headingKey(text));
    if (!heading) throw unreadable(uploadMessages.noSuchHeading({ heading: text }));
    const other = [...found].find(([, each]) => each === heading);
    if (other)
      throw unreadable(uploadMessages.headingForTwo({ heading: text, first: other[0], second: name }));
    found.set(name, heading);
  }
  return found;
}

/** The headings that a customer chose for columns, by column, as they are stored. */
export function chosenHeadings(columns: readonly IntakeColumn[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name, header, byHand }) => (byHand && header !== null ? [[name, header]] : [])),
  );
}

/** Returns the heading in a file that names the column, or that was chosen for it; null if there is none. */
export function headerOf(
  column: Column,
  headers: readonly string[],
  chosen: ColumnMapping = {},
): string | null {
  const byHand = chosen[column.name];
  if (byHand !== undefined && headers.includes(byHand)) return byHand;
  const keys = new Set(namesOf(column).map(headingKey));
  return headers.find((header) => keys.has(headingKey(header))) ?? null;
}

const namesOf = (column: Column): string[] => [column.name, ...(column.aliases ?? [])];
const failureKeys = new Set(failureColumns.map(headingKey));

function keptHeadings(line: readonly string[], usedColumns: ReadonlySet<number>): Heading[] {
  const kept: Heading[] = [];
  const width = Math.max(line.length, ...[...usedColumns].map((index) => index + 1));
  for (let index = 0; index < width; index += 1) {
    const text = cleanHeading(line[index] ?? '');
    if (text.length > limits.headingCharactersMax) throw tooLong(index);
    if (failureKeys.has(headingKey(text))) continue;
    if (text !== '') kept.push({ text, index });
    else if (usedColumns.has(index)) kept.push({ text: `column_${index + 1}`, index });
  }
  return kept;
}

function refuseDuplicates(headings: readonly Heading[]): void {
  const seen = new Set<string>();
  for (const { text } of headings) {
    const key = headingKey(text);
    if (seen.has(key)) throw unreadable(uploadMessages.headingTwice({ heading: text }));
    seen.add(key);
  }
}

/** Returns the heading that names the column. Throws if two do, since it would be unclear which one counts. */
function headingOf(column: Column, headings: readonly Heading[]): Heading | null {
  const keys = new Set(namesOf(column).map(headingKey));
  const [first, second] = headings.filter(({ text }) => keys.has(headingKey(text)));
  if (first && second) {
    throw unreadable(
      uploadMessages.headingsMeanSame({ first: first.text, second: second.text, column: column.name }),
    );
  }
  return first ?? null;
}

/** A sheet of another service may have hundreds of columns; the first ones show which sheet it is. */
const foundNamesMax = 12;

/** Returns whether a sheet could not be read because it lacks columns (`MissingColumns`). */
export const lacksColumns = (error: unknown): error is DomainError =>
  error instanceof DomainError && 'missingColumns' in error.details;

const examplesMax = 3;
const exampleCharactersMax = 40;
/** Lines below the headings that are looked through for examples, and for cells that a column would accept. */
export const sampleLinesMax = 20;

type SheetStart = { kept: readonly Heading[]; unknown: readonly Heading[]; sample: readonly string[][] };

/** Names the missing columns, and beside them those that the sheet has and those that the service needs. */
function columnsMissing(
  missingOnes: readonly Column[],
  columns: readonly Column[],
  { kept: headings, unknown, sample }: SheetStart,
): Error {
  const names = missingOnes.map(({ name }) => name);
  const missing = names.join(', ');
  const found = headings.slice(0, foundNamesMax).map(({ text }) => text);
  const needed = columns.filter(({ required }) => required).map(({ name }) => name);
  const cellsOf = ({ index }: Heading) => sample.map((cells) => cleanCell(cells[index] ?? '').trim());
  const guesses = guessHeadings(
    missingOnes,
    unknown.map((heading) => ({ text: heading.text, cells: cellsOf(heading) })),
  );
  const details: MissingColumns = {
    missingColumns: names.map((name) => ({ name, guess: guesses.get(name) ?? null })),
    headings: headings.map((heading) => ({ heading: heading.text, examples: examplesOf(cellsOf(heading)) })),
  };
  return refusal(
    'FILE_UNREADABLE',
    sequence(
      names.length === 1
        ? uploadMessages.columnMissing({ columns: missing })
        : uploadMessages.columnsMissing({ columns: missing }),
      found.length > 0
        ? uploadMessages.columnsFound({
            found: found.join(', ') + (headings.length > foundNamesMax ? ', …' : ''),
            needed: needed.join(', '),
          })
        : null,
    ),
    // If every heading names a column already, there is nothing to choose from.
    unknown.length > 0 ? { details } : {},
  );
}

const examplesOf = (cells: readonly string[]): string[] =>
  [...new Set(cells.filter(Boolean))]
    .slice(0, examplesMax)
    .map((cell) => cell.slice(0, exampleCharactersMax));

const tooLong = (index: number): Error =>
  unreadable(uploadMessages.headingTooLong({ column: index + 1, most: limits.headingCharactersMax }));
