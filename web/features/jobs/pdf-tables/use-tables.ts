/** Edits the tables of one PDF. Changes are shown immediately and saved once editing pauses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#contracts/limits.ts';
import type { Box, DrawnTable, TableGrid, TablesLayout, TablesPage } from '#contracts/jobs/pdf-tables.ts';
import { areaKey } from './grid-shapes.ts';
import { changeTables, tablesKey, tablesOf, tablesPageQuery, type PdfRow } from './queries.ts';

const saveDelayMs = 400;

/** A drawn table and its grid: undefined while it is being read, null if the area contains no text. */
export type Drawn = {
  index: number;
  table: DrawnTable;
  grid: TableGrid | null | undefined;
  /** The detected table that the drawn one replaces. */
  before: TableGrid | null;
};

export type Tables = ReturnType<typeof useTables>;

const nothing: TablesLayout = { dropped: [], drawn: [] };

export function useTables(row: PdfRow, page: number) {
  const client = useQueryClient();
  const view = useQuery(tablesPageQuery(row, page));
  const [edited, setEdited] = useState<TablesLayout | null>(null);
  const [saved, setSaved] = useState<TablesLayout | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const save = useMutation({
    mutationFn: (layout: TablesLayout) => changeTables(row, page, layout),
    // Changes are saved one after the other, so that the last one wins.
    scope: { id: `pdf-tables/${row.jobId}/${row.rowNumber}` },
    onSuccess: (answer: TablesPage, layout) => {
      client.setQueryData(tablesKey(row, answer.page), answer);
      // Answers about other pages belong to an earlier layout.
      client.removeQueries({
        queryKey: tablesOf(row),
        type: 'inactive',
        predicate: ({ queryKey }) => queryKey.at(-1) !== answer.page,
      });
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

  const layout = edited ?? view.data?.layout ?? nothing;
  const edit = (next: Partial<TablesLayout>) => setEdited({ ...layout, ...next });
  const add = (table: DrawnTable) => {
    edit({ drawn: [...layout.drawn, table] });
    setChosen(layout.drawn.length);
  };
  const change = (index: number, next: Partial<DrawnTable>) =>
    edit({ drawn: layout.drawn.map((one, other) => (other === index ? { ...one, ...next } : one)) });
  return {
    view,
    layout,
    drawn: drawnOf(layout, view.data, page),
    chosen,
    choose: setChosen,
    isFull: layout.drawn.length >= limits.tablesDrawnMax,
    isChanged: layout.dropped.length + layout.drawn.length > 0,
    isSaving: isUnsaved && !save.isError,
    saveError: save.error,
    saveAgain: () => mutate(layout),
    drop: (name: string) => edit({ dropped: [...layout.dropped, name] }),
    takeBack: (name: string) => edit({ dropped: layout.dropped.filter((other) => other !== name) }),
    draw: (box: Box) => add({ page, box, columns: null, replaces: null }),
    redraw: (name: string, { box, columns }: TableGrid) => add({ page, box, columns, replaces: name }),
    change,
    remove: (index: number) => {
      edit({ drawn: layout.drawn.filter((_, other) => other !== index) });
      setChosen(null);
    },
  };
}

/** Returns the drawn tables of a page. An answer is ignored if its area has changed since. */
function drawnOf(layout: TablesLayout, view: TablesPage | undefined, page: number): Drawn[] {
  const answered = view?.layout.drawn.filter((table) => table.page === page) ?? [];
  const grids = new Map(answered.map((table, index) => [areaKey(table), view?.drawn[index]]));
  return layout.drawn
    .map((table, index) => ({
      index,
      table,
      grid: grids.get(areaKey(table)),
      before: view?.found.find(({ name }) => name === table.replaces) ?? null,
    }))
    .filter(({ table }) => table.page === page);
}
