/** Matches the headings of a sheet to the service's columns. */
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { sequence } from '#contracts/messages/message.ts';
import type { Column } from '#services/contract.ts';
import { cleanHeading, failureColumns, headingKey } from './cells.ts';
import type { IntakeColumn } from './types.ts';
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

/**
 * Matches a heading line to columns. `usedColumns` contain cells below it; one without a heading is kept under its
 * number.
 */
export function readHeadings(
  columns: readonly Column[],
  line: readonly string[],
  usedColumns: ReadonlySet<number>,
): Headings {
  const kept = keptHeadings(line, usedColumns);
  refuseDuplicates(kept);
  const found = columns.map((column) => ({ column, heading: headingOf(column, kept) }));
  const missing = found
    .filter(({ column, heading }) => column.required && !heading)
    .map(({ column }) => column.name);
  if (missing.length > 0) throw missingColumns(missing, columns, kept);
  const known = new Set(found.map(({ heading }) => heading));
  return {
    kept,
    matched: found.flatMap(({ column, heading }) => (heading ? [{ column, index: heading.index }] : [])),
    columns: found.map(({ column, heading }) => ({
      name: column.name,
      header: heading?.text ?? null,
      required: column.required,
    })),
    unknownHeaders: kept.filter((heading) => !known.has(heading)).map(({ text }) => text),
  };
}

/** Returns the heading in a file that names the column; null if there is none. */
export function headerOf(column: Column, headers: readonly string[]): string | null {
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

/** Names the missing columns, and beside them those that the sheet has and those that the service needs. */
function missingColumns(
  names: readonly string[],
  columns: readonly Column[],
  headings: readonly Heading[],
): Error {
  const missing = names.join(', ');
  const found = headings.slice(0, foundNamesMax).map(({ text }) => text);
  const needed = columns.filter(({ required }) => required).map(({ name }) => name);
  return unreadable(
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
  );
}

const tooLong = (index: number): Error =>
  unreadable(uploadMessages.headingTooLong({ column: index + 1, most: limits.headingCharactersMax }));
