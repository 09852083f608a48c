/**
 * Derives rules from what a customer corrected in a document: column lines, heading rows and their texts, tables that
 * were left out or joined, and totals by their labels. Corrections of single cells below the heading are not kept.
 */
import type { KeptRules, TableRule } from '#contracts/jobs/kept-layouts.ts';
import { withOperation, type CorrectedTable } from '#contracts/jobs/corrected-table.ts';
import type { DrawnTable, TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import { limits } from '#contracts/limits.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { changedTables, withKeys } from '#activities/pdf/tables/layout.ts';
import type { LogicalTable, PageTable } from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import type { Box } from '#activities/pdf/words/geometry.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';
import { isDistinctive, isSameFingerprint, normalised, fingerprintOf } from './fingerprint.ts';

export type MarkedPage = {
  number: number;
  /** Marks of the document's layout; needed on the first page only. */
  marks?: readonly string[] | undefined;
  tables: readonly PageTable[];
};
/** What is kept for one table. */
type Kept = Pick<TableRule, 'isDropped' | 'columns' | 'isContinued' | 'operations' | 'totals'>;

const nothing: Kept = { isDropped: false, columns: null, isContinued: null, operations: [], totals: [] };
const isNothing = (kept: Kept): boolean => JSON.stringify(kept) === JSON.stringify(nothing);

/** Returns the text by which the same row is recognised in another document. */
export const labelOf = (row: readonly string[]): string => normalised(row.find(Boolean) ?? '');

/** Returns a table as it is before corrections. */
export const baseOf = (table: LogicalTable): CorrectedTable => ({
  rows: table.rows,
  merges: table.merges,
  headerRows: headerRowCount(table),
  totals: [],
  checked: [],
});

/** Whether an operation is about the table's structure or its heading, rather than about one of its rows. */
function isStructural(operation: TableOperation, { headerRows }: CorrectedTable): boolean {
  switch (operation.kind) {
    case 'joinColumns':
    case 'splitColumn':
    case 'moveWord':
    case 'addColumn':
    case 'removeColumn':
    case 'header':
      return true;
    case 'text':
      return operation.row < headerRows && operation.text !== operation.was;
    case 'merge':
      return operation.row + operation.rowSpan <= headerRows;
    case 'joinRows':
      return operation.row + 1 < headerRows;
    case 'split':
    case 'addRow':
    case 'removeRow':
      return operation.row < headerRows;
    case 'total':
      return false;
  }
}

/** Returns the operations and totals to keep from the corrections of one table. */
function keptOperations(
  base: CorrectedTable,
  operations: readonly TableOperation[],
): Pick<Kept, 'operations' | 'totals'> {
  const kept: TableOperation[] = [];
  const totals = new Map<string, boolean>();
  let table = base;
  for (const operation of operations) {
    const next = withOperation(table, operation);
    if (!next) continue;
    if (isStructural(operation, table)) kept.push(operation);
    if (operation.kind === 'total') {
      const label = labelOf(table.rows[operation.row] ?? []);
      if (label) totals.set(label, operation.isTotal);
    }
    table = next;
  }
  return { operations: kept, totals: [...totals].map(([label, isTotal]) => ({ label, isTotal })) };
}

type Part = { table: PageTable; kept: Kept };

/**
 * Returns the column lines that the customer drew. Row lines belong to one document, so nothing is kept of a table that
 * was drawn only to change these.
 */
function keptColumns({ gutters }: PageTable, drawn: DrawnTable | undefined): number[] | null {
  const { columns = null, rowLines = null } = drawn ?? {};
  const areFound =
    columns?.length === gutters.length &&
    gutters.every(({ from, to }, index) => (from + to) / 2 === columns[index]);
  return rowLines !== null && areFound ? null : columns;
}

const areMeeting = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * Whether later documents of the layout get along without the table. A table that was left out and drawn again is
 * wanted, only read badly, and nothing else draws it in the next document.
 */
function isUnwanted({ key = '', page, box }: PageTable, { dropped, drawn }: TablesLayout): boolean {
  const isDrawnAgain = drawn.some(
    (area) => area.replaces === null && area.page === page && areMeeting(area.box, box),
  );
  return dropped.includes(key) && !isDrawnAgain;
}

function partsOf(pages: readonly MarkedPage[], layout: TablesLayout, drawn: readonly PageTable[]): Part[] {
  const replaced = layout.drawn.flatMap(({ replaces }) => replaces ?? []);
  const dropped = [...layout.dropped, ...replaced];
  const joined = joinTables(changedTables(pages, { dropped, drawn }), { joins: layout.joins });
  const ofTable = new Map<string, Pick<Kept, 'operations' | 'totals'>>();
  for (const table of joined) {
    const { parts = [] } = table;
    const key = parts[0]?.key ?? '';
    const own = layout.corrections.filter((correction) => correction.table === key);
    const kept = keptOperations(
      baseOf(table),
      own.map(({ operation }) => operation),
    );
    for (const part of parts) ofTable.set(part.key, kept);
  }
  return pages
    .flatMap(({ number, tables }) => withKeys(number, tables))
    .map((table) => {
      const key = table.key ?? '';
      const redrawn = layout.drawn.find(({ replaces }) => replaces === key);
      const join = layout.joins.find(({ part }) => part === key);
      const { operations, totals } = ofTable.get(key) ?? nothing;
      return {
        table,
        kept: {
          isDropped: isUnwanted(table, layout),
          columns: keptColumns(table, redrawn),
          isContinued: join?.isContinued ?? null,
          operations,
          totals,
        },
      };
    });
}

/**
 * Returns the rules for tables with the same fingerprint: one for all of them if they were corrected alike, otherwise one for
 * each that was corrected.
 */
function rulesOf(parts: readonly Part[]): TableRule[] {
  const fingerprint = fingerprintOf(firstOf(parts).table);
  const { kept } = firstOf(parts);
  const areAlike = parts.every((part) => JSON.stringify(part.kept) === JSON.stringify(kept));
  if (areAlike) return isNothing(kept) ? [] : [{ print: fingerprint, nth: null, ...kept }];
  return parts.flatMap((part, nth) =>
    isNothing(part.kept) ? [] : [{ print: fingerprint, nth, ...part.kept }],
  );
}

/**
 * Returns the rules that follow from a document's corrections; null if there is nothing to keep.
 *
 * @param drawn the tables that were read in the areas that the customer drew
 */
export function learnRules(
  pages: readonly MarkedPage[],
  layout: TablesLayout,
  drawn: readonly PageTable[],
): KeptRules | null {
  const marks = [...(pages[0]?.marks ?? [])];
  const groups: Part[][] = [];
  for (const part of partsOf(pages, layout, drawn)) {
    const fingerprint = fingerprintOf(part.table);
    const group = groups.find((others) =>
      isSameFingerprint(fingerprintOf(firstOf(others).table), fingerprint),
    );
    if (group) group.push(part);
    else groups.push([part]);
  }
  const rules = { marks, tables: [] };
  const tables = groups.flatMap(rulesOf).filter((rule) => isDistinctive(rule.print, rules));
  return tables.length === 0 ? null : { marks, tables: tables.slice(0, limits.keptTablesMax) };
}
