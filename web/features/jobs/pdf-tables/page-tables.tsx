/** Lists the tables of one page beside its picture: detected, drawn and left out. */
import { Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import {
  Grid3x3,
  Link2,
  PencilLine,
  SquareDashedMousePointer,
  Table2,
  Trash2,
  Undo2,
  Unlink2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { limits } from '#contracts/limits.ts';
import type { CheckedTable, DrawnTable, TableGrid, TablesPage } from '#contracts/jobs/pdf-tables.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { formatPercent } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { AreaForm } from './area-form.tsx';
import { editorWords } from './editor-words.ts';
import type { Direction, Size } from './grid-shapes.ts';
import { PagePicture, type Mark, type MovableLines } from './page-picture.tsx';
import { TableCard } from './table-card.tsx';
import { TableEditor } from './table-editor.tsx';
import type { Drawn, Tables } from './use-tables.ts';
import { tableWords } from './words.ts';

/** The initial frame of a table that is entered in numbers, as shares of the page. */
const firstFrame = { left: 0.1, top: 0.1, right: 0.9, bottom: 0.4 };

/** A detected or drawn table of the page, ordered from top to bottom. */
type Entry =
  | { kind: 'found' | 'dropped'; name: string; grid: TableGrid; number: number; top: number }
  | { kind: 'drawn'; drawn: Drawn; number: number; top: number };

function entriesOf(view: TablesPage, tables: Tables): Entry[] {
  const replaced = new Set(tables.drawn.map(({ table }) => table.replaces));
  const dropped = new Set(tables.layout.dropped);
  const found = view.found
    .filter(({ name }) => !replaced.has(name))
    .map(({ name, ...grid }) => ({
      kind: dropped.has(name) ? ('dropped' as const) : ('found' as const),
      name,
      grid,
      top: grid.box.y0,
    }));
  const drawn = tables.drawn.map((one) => ({ kind: 'drawn' as const, drawn: one, top: one.table.box.y0 }));
  return [...found, ...drawn]
    .sort((a, b) => a.top - b.top)
    .map((entry, index) => ({ ...entry, number: index + 1 }));
}

const columnsOf = (grid: TableGrid): number => grid.rows[0]?.length ?? 0;

type Joined = {
  /** The exported table that contains the part; null until the server has answered. */
  table: CheckedTable | null;
  /** Whether the table is shown at this part, rather than at an earlier one on the same page. */
  isShownHere: boolean;
};

/** Returns the exported table that contains a part, as far as the server has answered. */
function joinedOf(view: TablesPage, entries: readonly Entry[], key: string): Joined {
  const table = view.tables.find(({ parts }) => parts.includes(key)) ?? null;
  const keys = entries.map((entry) => (entry.kind === 'drawn' ? entry.drawn.key : entry.name));
  const isShownHere = table === null || keys.find((other) => table.parts.includes(other)) === key;
  return { table, isShownHere };
}

const highConfidence = 0.95;
const fairConfidence = 0.8;

/** Returns the note under a table: how certain it is, where it continues, and which sheet it becomes. */
function noteOfTable({ table, isShownHere }: Joined, key: string, words: typeof editorWords.en): string[] {
  if (!table) return [];
  const { confidence, ocrConfidence, firstPage, lastPage, parts } = table;
  const said =
    confidence >= highConfidence ? words.high : confidence >= fairConfidence ? words.fair : words.low;
  return [
    ...(firstPage < lastPage ? [words.pages(firstPage, lastPage)] : []),
    said(formatPercent(Math.floor(confidence * 100))),
    ...(ocrConfidence === null ? [] : [words.ocr(formatPercent(Math.floor(ocrConfidence * 100)))]),
    words.sheet(table.name),
    ...(parts[0] === key ? [] : [isShownHere ? words.continues(firstPage) : words.partOf]),
  ];
}

/** Joins a part to the table before it, or makes it a table of its own. */
function JoinButton(props: { part: string; joined: Joined; isFirst: boolean; tables: Tables }) {
  const { part, joined, isFirst, tables } = props;
  const words = useWords(editorWords);
  if (!joined.table) return null;
  const isContinued = joined.table.parts[0] !== part;
  if (!isContinued && isFirst) return null;
  return (
    <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => tables.join(part, !isContinued)}>
      {isContinued ? <Unlink2 aria-hidden /> : <Link2 aria-hidden />}{' '}
      {isContinued ? words.separate : words.join}
    </Button>
  );
}

function editorOf({ table, isShownHere }: Joined, tables: Tables, label: string) {
  if (!table || !isShownHere) return undefined;
  const page = tables.view.data?.page ?? 0;
  return <TableEditor key={`${page}/${table.key}`} table={table} tables={tables} label={label} />;
}

function FoundCard(props: {
  entry: Exclude<Entry, { kind: 'drawn' }>;
  joined: Joined;
  isFirst: boolean;
  tables: Tables;
}) {
  const { entry, joined, isFirst, tables } = props;
  const words = useWords(tableWords);
  const ofEditor = useWords(editorWords);
  const { name, grid, kind, number } = entry;
  const size = words.size(grid.rows.length, columnsOf(grid));
  if (kind === 'dropped')
    return (
      <TableCard
        title={words.table(number)}
        note={words.leftOut}
        grid={null}
        actions={
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => tables.takeBack(name)}>
            <Undo2 aria-hidden /> {words.takeBack}
          </Button>
        }
      />
    );
  return (
    <TableCard
      title={words.table(number)}
      note={[words.found, size, ...noteOfTable(joined, name, ofEditor)].join(', ')}
      grid={joined.isShownHere ? grid : null}
      editor={editorOf(joined, tables, words.contents(words.table(number)))}
      actions={
        <>
          <JoinButton part={name} joined={joined} isFirst={isFirst} tables={tables} />
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            disabled={tables.isFull}
            onClick={() => tables.open({ name, ...grid })}
          >
            <Grid3x3 aria-hidden /> {words.changeLines}
          </Button>
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => tables.drop(name)}>
            <Trash2 aria-hidden /> {words.drop}
          </Button>
        </>
      }
    />
  );
}

function noteOf({ grid, isUnchanged }: Drawn, words: typeof tableWords.en): string {
  if (grid === undefined) return words.reading;
  if (grid === null) return words.noText;
  return `${isUnchanged ? words.found : words.drawn}, ${words.size(grid.rows.length, columnsOf(grid))}`;
}

/** A drawn table and its shown grid, which is the previous one while the area is being read. */
type ShownDrawn = Drawn & { shown: TableGrid | null };

function useShown(drawn: readonly Drawn[]): (one: Drawn) => ShownDrawn {
  const [last, setLast] = useState<ReadonlyMap<string, TableGrid | null>>(new Map());
  const isNew = ({ key, grid }: Drawn) => grid !== undefined && last.get(key) !== grid;
  if (drawn.some(isNew))
    setLast(
      new Map(drawn.map(({ key, grid }) => [key, grid === undefined ? (last.get(key) ?? null) : grid])),
    );
  return (one) => ({ ...one, shown: one.grid === undefined ? (last.get(one.key) ?? one.before) : one.grid });
}

/** Returns the lines: as drawn, or else as detected. */
const columnsOfDrawn = ({ table, shown }: ShownDrawn): readonly number[] =>
  table.columns ?? shown?.columns ?? [];
const rowsOfDrawn = ({ table, shown }: ShownDrawn): readonly number[] =>
  table.rowLines ?? shown?.rowTops.slice(1) ?? [];

const changeOf = (direction: Direction, lines: number[] | null): Partial<DrawnTable> =>
  direction === 'columns' ? { columns: lines } : { rowLines: lines };

function DrawnCard(props: {
  drawn: ShownDrawn;
  number: number;
  joined: Joined;
  isFirst: boolean;
  tables: Tables;
  size: Size;
}) {
  const { drawn, number, joined, isFirst, tables, size } = props;
  const words = useWords(tableWords);
  const ofEditor = useWords(editorWords);
  const { index, table, grid, shown, key, isUnchanged } = drawn;
  const isChosen = tables.chosen === index;
  return (
    <TableCard
      title={words.table(number)}
      note={[noteOf(drawn, words), ...(grid ? noteOfTable(joined, key, ofEditor) : [])].join(', ')}
      grid={joined.isShownHere ? shown : null}
      editor={grid && !isChosen ? editorOf(joined, tables, words.contents(words.table(number))) : undefined}
      isOld={grid === undefined}
      actions={
        <>
          <JoinButton part={key} joined={joined} isFirst={isFirst} tables={tables} />
          <Button
            size="xs"
            variant={isChosen ? 'solid' : 'ghost'}
            colorPalette="gray"
            aria-expanded={isChosen}
            onClick={() => tables.choose(isChosen ? null : index)}
          >
            <PencilLine aria-hidden /> {isChosen ? words.done : words.change}
          </Button>
          {isUnchanged ? null : (
            <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => tables.remove(index)}>
              {table.replaces ? <Undo2 aria-hidden /> : <Trash2 aria-hidden />}{' '}
              {table.replaces ? words.undo : words.remove}
            </Button>
          )}
        </>
      }
    >
      {isChosen ? (
        <AreaForm
          box={table.box}
          columns={columnsOfDrawn(drawn)}
          rows={rowsOfDrawn(drawn)}
          size={size}
          onBox={(box) => tables.change(index, { box })}
          onLines={(direction, lines) => tables.change(index, changeOf(direction, lines))}
          undo={tables.undo}
          redo={tables.redo}
        />
      ) : null}
    </TableCard>
  );
}

function markOf(entry: Entry, label: string, chosen: number | null): Mark {
  if (entry.kind !== 'drawn') {
    const { name, kind, grid } = entry;
    return { key: name, label, kind, box: grid.box, grid, isChosen: false };
  }
  const { index, table, grid, isUnchanged } = entry.drawn;
  const kind = isUnchanged ? 'found' : 'drawn';
  const isChosen = chosen === index;
  return { key: `drawn-${index}`, label, kind, box: table.box, grid: grid ?? null, isChosen };
}

const movableLines = (drawn: ShownDrawn, table: string, tables: Tables): MovableLines => ({
  table,
  box: drawn.table.box,
  columns: columnsOfDrawn(drawn),
  rows: rowsOfDrawn(drawn),
  onMove: (direction, index, lines) =>
    tables.moveLine(drawn.index, changeOf(direction, lines), `${direction}/${index}`),
  onRelease: tables.release,
  undo: tables.undo,
  redo: tables.redo,
});

function DrawBar(props: {
  isDrawing: boolean;
  onDrawing: (on: boolean) => void;
  onNumbers: () => void;
  isFull: boolean;
}) {
  const { isDrawing, onDrawing, onNumbers, isFull } = props;
  const words = useWords(tableWords);
  if (isFull) return <Notice tone="info">{words.full(limits.tablesDrawnMax)}</Notice>;
  if (!isDrawing)
    return (
      <Button size="sm" variant="outline" alignSelf="flex-start" onClick={() => onDrawing(true)}>
        <SquareDashedMousePointer aria-hidden /> {words.draw}
      </Button>
    );
  return (
    <Notice
      tone="info"
      title={words.drawing}
      action={
        <Flex gap="2" wrap="wrap" pt="1">
          <Button size="xs" variant="outline" colorPalette="gray" onClick={onNumbers}>
            {words.frameInNumbers}
          </Button>
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => onDrawing(false)}>
            <X aria-hidden /> {words.stopDrawing}
          </Button>
        </Flex>
      }
    />
  );
}

export function PageTables(props: { view: TablesPage; size: Size; tables: Tables }) {
  const { view, size, tables } = props;
  const words = useWords(tableWords);
  const [isDrawing, setDrawing] = useState(false);
  const entries = entriesOf(view, tables);
  const shownOf = useShown(tables.drawn);
  const chosen = entries.find((entry) => entry.kind === 'drawn' && entry.drawn.index === tables.chosen);
  const draw = (box: Parameters<Tables['draw']>[0]) => {
    setDrawing(false);
    tables.draw(box);
  };
  const { width, height } = size;
  const drawInNumbers = () =>
    draw({
      x0: Math.round(firstFrame.left * width),
      y0: Math.round(firstFrame.top * height),
      x1: Math.round(firstFrame.right * width),
      y1: Math.round(firstFrame.bottom * height),
    });
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      gap="5"
      alignItems="start"
    >
      <Stack gap="3" position={{ lg: 'sticky' }} top={{ lg: '4' }}>
        <DrawBar
          isDrawing={isDrawing}
          onDrawing={setDrawing}
          onNumbers={drawInNumbers}
          isFull={tables.isFull}
        />
        <PagePicture
          key={view.page}
          page={view.page}
          url={view.pictureUrl}
          size={size}
          marks={entries.map((entry) => markOf(entry, words.table(entry.number), tables.chosen))}
          lines={
            chosen?.kind === 'drawn'
              ? movableLines(shownOf(chosen.drawn), words.table(chosen.number), tables)
              : null
          }
          onDrawn={isDrawing ? draw : null}
        />
      </Stack>
      <Stack as="ul" gap="6" minW="0">
        {entries.map((entry, index) =>
          entry.kind === 'drawn' ? (
            <DrawnCard
              key={`drawn-${entry.drawn.index}`}
              joined={joinedOf(view, entries, entry.drawn.key)}
              isFirst={view.page === 1 && index === 0}
              drawn={shownOf(entry.drawn)}
              number={entry.number}
              tables={tables}
              size={size}
            />
          ) : (
            <FoundCard
              key={entry.name}
              entry={entry}
              joined={joinedOf(view, entries, entry.name)}
              isFirst={view.page === 1 && index === 0}
              tables={tables}
            />
          ),
        )}
        {entries.length === 0 ? (
          <li>
            <EmptyState icon={Table2} title={words.none}>
              <Text>{words.noneHint}</Text>
            </EmptyState>
          </li>
        ) : null}
      </Stack>
    </Grid>
  );
}
