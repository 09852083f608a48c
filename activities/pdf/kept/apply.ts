/** Applies rules of an earlier document to one of the same layout, as if the customer had made the same corrections. */
import type { KeptLayout, KeptRules, TableRule } from '#contracts/jobs/kept-layouts.ts';
import { withOperation } from '#contracts/jobs/corrected-table.ts';
import { unchangedLayout, type DrawnTable, type TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { TableCorrection } from '#contracts/jobs/table-corrections.ts';
import { limits } from '#contracts/limits.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { changedTables, tableInArea, withKeys } from '#activities/pdf/tables/layout.ts';
import type { LogicalTable, PageTable } from '#activities/pdf/tables/table.ts';
import { baseOf, labelOf, type MarkedPage } from './learn.ts';
import { hasMarksOf, isDistinctive, isSameFingerprint, fingerprintOf } from './fingerprint.ts';

/** Tables as read with the column lines of a kept layout, by the layout's id and the table's key (`redrawnKey`). */
export type Redrawn = Map<string, PageTable>;
/** A table, and the rule of a kept layout for it. */
type Matched = { table: PageTable; rule: TableRule };

const redrawnKey = (layoutId: string, key: string): string => `${layoutId}/${key}`;

/** Reads the page's tables again with the column lines of kept layouts. Needs the page's words, which are not kept. */
export function redrawTables(page: Page, tables: readonly PageTable[], kept: readonly KeptLayout[]): Redrawn {
  const redrawn: Redrawn = new Map();
  for (const { id, rules } of kept) {
    for (const table of withKeys(page.number, tables)) {
      const fingerprint = fingerprintOf(table);
      const rule = rules.tables.find(
        ({ columns, print: known }) => columns && isSameFingerprint(known, fingerprint),
      );
      if (!rule?.columns) continue;
      const again = tableInArea(page, { page: page.number, box: table.box, columns: rule.columns });
      if (again)
        redrawn.set(redrawnKey(id, table.key ?? ''), { ...again, ...(table.key ? { key: table.key } : {}) });
    }
  }
  return redrawn;
}

/** Returns the tables with the rules that fit them; none if the document lacks the layout's marks. */
function matchesOf(pages: readonly MarkedPage[], rules: KeptRules): Matched[] {
  if (!hasMarksOf(rules, pages[0]?.marks ?? [])) return [];
  const seen = new Map<string, number>();
  return pages
    .flatMap(({ number, tables }) => withKeys(number, tables))
    .flatMap((table) => {
      const fingerprint = fingerprintOf(table);
      const known = rules.tables.filter((rule) => isSameFingerprint(rule.print, fingerprint));
      if (known.length === 0 || !isDistinctive(fingerprint, rules)) return [];
      const group = JSON.stringify(known[0]?.print);
      const nth = seen.get(group) ?? 0;
      seen.set(group, nth + 1);
      const rule = known.find((one) => one.nth === null || one.nth === nth);
      return rule ? [{ table, rule }] : [];
    });
}

/** Returns the corrections that the rule makes of a table, without those that do not fit it. */
function correctionsOf(table: LogicalTable, rule: TableRule): TableCorrection[] {
  const key = table.parts?.[0]?.key ?? '';
  let state = baseOf(table);
  const corrections: TableCorrection[] = [];
  const add = (operation: TableCorrection['operation']) => {
    const next = withOperation(state, operation);
    if (!next) return;
    state = next;
    corrections.push({ table: key, operation });
  };
  for (const operation of rule.operations) add(operation);
  const isTotalBy = new Map(rule.totals.map(({ label, isTotal }) => [label, isTotal]));
  for (const [row, texts] of state.rows.entries()) {
    const isTotal = row < state.headerRows ? undefined : isTotalBy.get(labelOf(texts));
    if (isTotal !== undefined) add({ kind: 'total', row, isTotal });
  }
  return corrections;
}

const keyOf = ({ table }: Matched): string => table.key ?? '';

const drawnArea = (match: Matched, index: number): DrawnTable => ({
  page: match.table.page,
  box: match.table.box,
  columns: match.rule.columns,
  rowLines: null,
  replaces: keyOf(match),
  id: index + 1,
});

/** Returns the corrections of complete tables, each by the rule of its first part. */
function allCorrections(tables: readonly LogicalTable[], matches: readonly Matched[]): TableCorrection[] {
  const ruleOf = new Map(matches.map((match) => [keyOf(match), match.rule]));
  return tables.flatMap((table) => {
    const rule = ruleOf.get(table.parts?.[0]?.key ?? '');
    return rule ? correctionsOf(table, rule) : [];
  });
}

function layoutOf(
  pages: readonly MarkedPage[],
  { id, fileName, correctedAt }: KeptLayout,
  matches: readonly Matched[],
  redrawn: Redrawn,
): { layout: TablesLayout; drawn: PageTable[]; tablesLeft: number } {
  const dropped = matches
    .filter(({ rule }) => rule.isDropped)
    .map(keyOf)
    .slice(0, limits.tablesDroppedMax);
  const again = matches
    .filter((match) => match.rule.columns && redrawn.has(redrawnKey(id, keyOf(match))))
    .slice(0, limits.tablesDrawnMax);
  const drawn = again.flatMap((match) => redrawn.get(redrawnKey(id, keyOf(match))) ?? []);
  const joins = matches
    .flatMap((match) =>
      match.rule.isContinued === null ? [] : [{ part: keyOf(match), isContinued: match.rule.isContinued }],
    )
    .slice(0, limits.tablesDroppedMax);
  const tables = changedTables(pages, { dropped: [...dropped, ...again.map(keyOf)], drawn });
  const corrections = allCorrections(joinTables(tables, { joins }), matches);
  const layout: TablesLayout = {
    dropped,
    drawn: again.map(drawnArea),
    joins,
    corrections: corrections.slice(0, limits.tableCorrectionsMax),
    kept: { id, fileName, correctedAt },
    isRemembered: true,
  };
  return { layout, drawn, tablesLeft: tables.length };
}

/** Returns the kept layout whose rules fit the most tables of the document; of equal ones, the first. */
export function bestMatch<T extends { rules: KeptRules }>(
  pages: readonly MarkedPage[],
  kept: readonly T[],
): { kept: T; matches: Matched[] } | undefined {
  return kept
    .map((one) => ({ kept: one, matches: matchesOf(pages, one.rules) }))
    .filter(({ matches }) => matches.length > 0)
    .reduce<{ kept: T; matches: Matched[] } | undefined>(
      (best, next) => (best && best.matches.length >= next.matches.length ? best : next),
      undefined,
    );
}

/**
 * Returns a layout with the corrections of the kept layout that fits the document best, and the tables that it redraws.
 * Undefined if none fits, if it changes nothing, or if it would leave out every table: the document would then be
 * refused, and the customer could not take the corrections back.
 */
export function applyKept(
  pages: readonly MarkedPage[],
  kept: readonly KeptLayout[],
  redrawn: Redrawn,
): { layout: TablesLayout; drawn: PageTable[] } | undefined {
  const best = bestMatch(pages, kept);
  if (!best) return undefined;
  const { layout, drawn, tablesLeft } = layoutOf(pages, best.kept, best.matches, redrawn);
  const isChanged = JSON.stringify({ ...layout, kept: null }) !== JSON.stringify(unchangedLayout);
  return isChanged && tablesLeft > 0 ? { layout, drawn } : undefined;
}
