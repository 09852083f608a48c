/** Edits the tables of one PDF. Changes are shown immediately, and saved when editing pauses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#contracts/limits.ts';
import {
  drawnKey,
  unchangedLayout,
  type Box,
  type DrawnTable,
  type TableGrid,
  type TablesLayout,
  type TablesPage,
} from '#contracts/jobs/pdf-tables.ts';
import type { TableCorrection, TableOperation } from '#contracts/jobs/table-corrections.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { areaKey } from './grid-shapes.ts';
import { LayoutBase } from './layout-base.ts';
import {
  changesOf,
  changeTables,
  exportTables,
  tablesKey,
  tablesOf,
  tablesPageQuery,
  type PdfRow,
} from './queries.ts';

const saveDelayMs = 400;

/** A drawn table and its grid: undefined while it is being read, null if the area contains no text. */
export type Drawn = {
  index: number;
  /** The key by which corrections identify the table. */
  key: string;
  table: DrawnTable;
  grid: TableGrid | null | undefined;
  /** The detected table that the drawn one replaces. */
  before: TableGrid | null;
  /** Whether this is a detected table whose lines are shown for a change, and not changed yet. */
  isUnchanged: boolean;
};

export type Tables = ReturnType<typeof useTables>;
type FoundTable = TablesPage['found'][number];

/** Maximum number of undo steps. */
const historyMax = 200;

type History = { past: readonly TablesLayout[]; future: readonly TablesLayout[] };

/** Shows the layout as it was edited, and saves it when editing pauses. */
function useSavedLayout(row: PdfRow, page: number) {
  const client = useQueryClient();
  const view = useQuery(tablesPageQuery(row, page));
  const [edited, setEdited] = useState<TablesLayout | null>(null);
  const [saved, setSaved] = useState<TablesLayout | null>(null);
  const [known, setKnown] = useState<Grids>(new Map());
  const [base] = useState(() => new LayoutBase());
  const shownDigest = view.data?.layoutDigest ?? '';
  const save = useMutation({
    ...sentAgain,
    mutationFn: (layout: TablesLayout) =>
      base.send(layout, shownDigest, (change) => changeTables(row, page, change)),
    // Changes are saved one after the other, so that the last one of this page wins.
    scope: changesOf(row),
    onSuccess: (answer: TablesPage, layout) => {
      const before = client.getQueryData<TablesPage>(tablesKey(row, answer.page));
      setKnown((grids) => withGridsOf(answer, before ? withGridsOf(before, grids) : grids));
      client.setQueryData(tablesKey(row, answer.page), answer);
      // Answers about other pages belong to an earlier layout.
      client.removeQueries({
        queryKey: tablesOf(row),
        type: 'inactive',
        predicate: ({ queryKey }) => queryKey.at(-1) !== answer.page,
      });
      base.move(answer.layoutDigest);
      setSaved(layout);
    },
  });
  const { mutate } = save;
  const isUnsaved = edited !== null && edited !== saved;
  useEffect(() => {
    if (edited === null) return undefined;
    const timer = setTimeout(() => mutate(edited), saveDelayMs);
    return () => clearTimeout(timer);
  }, [edited, mutate]);

  const layout = edited ?? view.data?.layout ?? unchangedLayout;
  return {
    view,
    layout,
    setLayout: (next: TablesLayout) => {
      base.start(shownDigest);
      setEdited(next);
    },
    exportNow: () => base.send(layout, shownDigest, (change) => exportTables(row, change)),
    /** Shows what is stored, without the changes on this page that are not saved. */
    loadStored: () => {
      base.forget();
      setEdited(null);
      setSaved(null);
      save.reset();
      return client.resetQueries({ queryKey: tablesOf(row) });
    },
    grids: view.data ? withGridsOf(view.data, known) : known,
    isSaving: isUnsaved && !save.isError,
    saveError: save.error,
    saveAgain: () => mutate(layout),
  };
}

/** Returns the corrections of all other tables. */
const correctionsOfOthers = ({ corrections }: TablesLayout, key: string): TableCorrection[] =>
  corrections.filter(({ table }) => table !== key);

/** Returns what can be said of a layout and changed in it whichever table is open. */
function layoutEdits(layout: TablesLayout, edit: (next: Partial<TablesLayout>) => void) {
  return {
    isFull: layout.drawn.length >= limits.tablesDrawnMax,
    isChanged:
      layout.dropped.length + layout.drawn.length + layout.joins.length + layout.corrections.length > 0,
    isCorrectable: layout.corrections.length < limits.tableCorrectionsMax,
    correct: (table: string, operation: TableOperation) =>
      edit({
        corrections: [...layout.corrections, { table, operation }].slice(0, limits.tableCorrectionsMax),
      }),
    join: (part: string, isContinued: boolean) =>
      edit({
        joins: [...layout.joins.filter((join) => join.part !== part), { part, isContinued }],
        corrections: correctionsOfOthers(layout, part),
      }),
    drop: (name: string) => edit({ dropped: [...layout.dropped, name] }),
    takeBack: (name: string) => edit({ dropped: layout.dropped.filter((other) => other !== name) }),
  };
}

export function useTables(row: PdfRow, page: number) {
  const { layout, setLayout, grids, ...saving } = useSavedLayout(row, page);
  const [history, setHistory] = useState<History>({ past: [], future: [] });
  /** The line that is being moved; all its moves until its release are one step. */
  const [moved, setMoved] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  /** The detected table whose lines were last opened, as the drawn one that it becomes by its first change. */
  const [opened, setOpened] = useState<DrawnTable | null>(null);

  // It has the place after the drawn tables, which it keeps once it is changed.
  const unchanged = chosen === layout.drawn.length ? opened : null;
  const shown = unchanged ? [...layout.drawn, unchanged] : layout.drawn;
  const edit = (next: Partial<TablesLayout>, line: string | null = null) => {
    if (line === null || line !== moved)
      setHistory({ past: [...history.past, layout].slice(-historyMax), future: [] });
    setMoved(line);
    setLayout({ ...layout, ...next });
  };
  /** A drawn table that still exists stays open, and so does the detected one that is no longer changed. */
  const goTo = (other: TablesLayout) => {
    const open = chosen === null ? undefined : shown[chosen];
    const isStill = open !== undefined && chosen !== null && other.drawn[chosen]?.id === open.id;
    const found = saving.view.data?.found.find(({ name }) => name === open?.replaces);
    setLayout(withChoice(other));
    setMoved(null);
    if (isStill) setChosen(chosen);
    else if (open && found) openFound(found, { id: open.id, index: other.drawn.length });
    else setChosen(null);
  };
  // The choice to remember corrections is not an undo step, so undo leaves it unchanged.
  const withChoice = (other: TablesLayout): TablesLayout => ({ ...other, isRemembered: layout.isRemembered });
  const undo = () => {
    const before = history.past.at(-1);
    if (!before) return;
    setHistory({ past: history.past.slice(0, -1), future: [layout, ...history.future] });
    goTo(before);
  };
  const redo = () => {
    const [next, ...future] = history.future;
    if (!next) return;
    setHistory({ past: [...history.past, layout], future });
    goTo(next);
  };
  const loadStored = () => {
    setHistory({ past: [], future: [] });
    setChosen(null);
    setMoved(null);
    return saving.loadStored();
  };
  const withoutTable = (key: string) => correctionsOfOthers(layout, key);
  const newId = () => Math.max(0, ...layout.drawn.map((one, index) => one.id ?? index + 1)) + 1;
  const openFound = (
    { name, box, columns }: FoundTable,
    { id, index }: { id: number | undefined; index: number },
  ) => {
    setOpened({ page, box, columns, rowLines: null, replaces: name, id });
    setChosen(index);
  };
  const add = (table: Omit<DrawnTable, 'id'>) => {
    const id = newId();
    // After the lines change, earlier corrections would apply to the wrong places.
    edit({ drawn: [...layout.drawn, { ...table, id }], corrections: withoutTable(`d${id}`) });
    setChosen(layout.drawn.length);
  };
  const change = (index: number, next: Partial<DrawnTable>, line: string | null = null) => {
    const before = shown[index];
    const drawn = shown.map((one, other) => (other === index ? { ...one, ...next } : one));
    edit({ drawn, corrections: before ? withoutTable(drawnKey(before, index)) : layout.corrections }, line);
  };
  return {
    ...saving,
    loadStored,
    layout,
    drawn: drawnOf(shown, grids, { view: saving.view.data, page, unchanged }),
    chosen,
    choose: setChosen,
    ...layoutEdits(layout, edit),
    undo: history.past.length > 0 ? undo : null,
    redo: history.future.length > 0 ? redo : null,
    draw: (box: Box) => add({ page, box, columns: null, rowLines: null, replaces: null }),
    /** Opens the lines of a detected table, which stays as it was detected until the first change. */
    open: (found: FoundTable) => openFound(found, { id: newId(), index: layout.drawn.length }),
    /** Restores the tables as they were read, without any corrections. */
    revoke: () => {
      edit(withChoice(unchangedLayout));
      setChosen(null);
    },
    /** Chooses whether the corrections also apply to the next PDF of the layout. */
    remember: (isRemembered: boolean) => setLayout({ ...layout, isRemembered }),
    change,
    /** Moves lines of a drawn table; `line` names the one that is moved until `release` is called. */
    moveLine: (index: number, next: Partial<DrawnTable>, line: string) =>
      change(index, next, `${index}/${line}`),
    release: () => setMoved(null),
    remove: (index: number) => {
      const removed = layout.drawn[index];
      edit({
        drawn: layout.drawn.filter((_, other) => other !== index),
        corrections: removed ? withoutTable(drawnKey(removed, index)) : layout.corrections,
      });
      setChosen(null);
    },
  };
}

/** The server's grids of drawn tables, by area. Undo shows an earlier one immediately. */
type Grids = ReadonlyMap<string, TableGrid | null>;
const gridsMax = 100;

function withGridsOf({ layout, page, drawn }: TablesPage, known: Grids): Grids {
  const answered = layout.drawn
    .filter((table) => table.page === page)
    .map((table, index) => [areaKey(table), drawn[index] ?? null] as const);
  return new Map([...known, ...answered].slice(-gridsMax));
}

/** Returns the drawn tables of a page. An answer is ignored if its area has changed since. */
function drawnOf(
  drawn: readonly DrawnTable[],
  grids: Grids,
  { view, page, unchanged }: { view: TablesPage | undefined; page: number; unchanged: DrawnTable | null },
): Drawn[] {
  return drawn
    .map((table, index) => {
      const before = view?.found.find(({ name }) => name === table.replaces) ?? null;
      const isUnchanged = table === unchanged;
      const grid = isUnchanged ? before : grids.get(areaKey(table));
      return { index, key: drawnKey(table, index), table, grid, before, isUnchanged };
    })
    .filter(({ table }) => table.page === page);
}
