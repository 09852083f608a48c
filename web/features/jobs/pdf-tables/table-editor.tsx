/** Shows one table as it is exported, for correction by pointer, keyboard or touch. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Check, Pencil, TriangleAlert } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { withOperation } from '#contracts/jobs/corrected-table.ts';
import type { CheckedTable } from '#contracts/jobs/pdf-tables.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { EditorGrid, type Editing } from './editor-grid.tsx';
import { EditorTools } from './editor-tools.tsx';
import { editorWords } from './editor-words.ts';
import {
  areaOf,
  cellAt,
  nextDoubt,
  partWith,
  placeAfterKey,
  placeKey,
  stateOf,
  within,
  type Place,
  type TableState,
} from './table-state.ts';
import type { Tables } from './use-tables.ts';

type Selection = { anchor: Place; active: Place };

/** Keeps what is selected and edited, and the row from which the table is shown. */
function useSelection(state: TableState, startRow: number) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [partRow, setPartRow] = useState(startRow);
  const [focusTurn, setFocusTurn] = useState(0);
  const active = within(state, selection?.active ?? { row: partRow, column: 0 });
  const anchor = within(state, selection?.anchor ?? active);
  const choose = (place: Place, isExtending = false) => {
    setEditing(null);
    setSelection({ anchor: isExtending ? anchor : place, active: place });
    setPartRow(place.row);
    setFocusTurn((turn) => turn + 1);
  };
  return {
    active,
    area: selection ? areaOf(state, anchor, active) : null,
    editing,
    focusTurn,
    part: partWith(state, partRow),
    choose,
    showPart: (row: number) => {
      setSelection(null);
      setEditing(null);
      setPartRow(row);
    },
    edit: ({ row, column }: Place, text: string, isTyped: boolean) => {
      setSelection({ anchor: { row, column }, active: { row, column } });
      setEditing({ row, column, text, isTyped });
    },
    stopEditing: () => {
      setEditing(null);
      setFocusTurn((turn) => turn + 1);
    },
    leaveField: () => setEditing(null),
  };
}

/** Names the selected cell, and why it should be checked. */
function CellLine(props: {
  state: TableState;
  active: Place | null;
  onEdit: () => void;
  onRight: () => void;
  isFull: boolean;
}) {
  const { state, active, onEdit, onRight, isFull } = props;
  const words = useWords(editorWords);
  if (!active)
    return (
      <Text textStyle="xs" color="fg.muted" minH="9">
        <Text as="span" hideBelow="md">
          {words.help}
        </Text>
        <Text as="span" hideFrom="md">
          {words.helpTouch}
        </Text>
      </Text>
    );
  const cell = cellAt(state, active);
  const reason = state.reasons.get(placeKey(cell));
  const isChecked = state.checked.some((place) => placeKey(place) === placeKey(cell));
  return (
    <Flex gap="2" align="center" wrap="wrap" minH="9" textStyle="xs">
      <Text aria-live="polite" flex="1" minW="40">
        <Text as="span" fontWeight="semibold">
          {words.cell(cellAddress(cell))}
        </Text>{' '}
        {reason ? (
          <Text as="span" color="fg.warning">
            {words.reasons[reason]}
          </Text>
        ) : isChecked ? (
          words.wrote
        ) : null}
      </Text>
      {reason ? (
        <Button size="xs" variant="outline" colorPalette="gray" disabled={isFull} onClick={onRight}>
          <Check aria-hidden /> {words.right}
        </Button>
      ) : null}
      <Button size="xs" variant="outline" colorPalette="gray" disabled={isFull} onClick={onEdit}>
        <Pencil aria-hidden /> {words.edit}
      </Button>
    </Flex>
  );
}

function PartBar(props: {
  state: TableState;
  part: { from: number; to: number };
  onPart: (row: number) => void;
}) {
  const { state, part, onPart } = props;
  const words = useWords(editorWords);
  const all = state.rows.length;
  if (part.from === 0 && part.to === all) return null;
  return (
    <Flex gap="2" align="center" wrap="wrap" textStyle="xs">
      <Text color="fg.muted" flex="1">
        {words.part(part.from + 1, part.to, all)}
      </Text>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        disabled={part.from === 0}
        onClick={() => onPart(part.from - 1)}
      >
        <ArrowUp aria-hidden /> {words.partBefore}
      </Button>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        disabled={part.to === all}
        onClick={() => onPart(part.to)}
      >
        <ArrowDown aria-hidden /> {words.partAfter}
      </Button>
    </Flex>
  );
}

export function TableEditor(props: { table: CheckedTable; tables: Tables; label: string }) {
  const { table, tables, label } = props;
  const words = useWords(editorWords);
  const { corrections } = tables.layout;
  const known = tables.view.data?.layout.corrections ?? corrections;
  const state = useMemo(() => stateOf(table, corrections, known), [table, corrections, known]);
  const chosen = useSelection(state, table.startRow);
  const { active, area, editing, part } = chosen;
  const isFull = !tables.isCorrectable;
  const textAt = ({ row, column }: Place): string => state.rows[row]?.[column] ?? '';
  const correct = (operation: TableOperation) => {
    if (!isFull && withOperation(state, operation)) tables.correct(table.key, operation);
  };
  const writeText = (place: Place, text: string, isConfirmed = false) => {
    const { row, column } = cellAt(state, place);
    const was = textAt({ row, column });
    if (text !== was || isConfirmed) correct({ kind: 'text', row, column, was, text });
  };
  const act = (operation: TableOperation) => {
    correct(operation);
    chosen.choose(active);
  };
  const keep = (text: string, move: 'down' | 'right' | 'left' | 'none') => {
    writeText(active, text.trim());
    if (move === 'none') chosen.leaveField();
    else {
      const key = { down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft' }[move];
      chosen.choose(placeAfterKey(state, active, { key, ctrlKey: false, metaKey: false }) ?? active);
    }
  };
  const edit = (place: Place, typed: string | null = null) => {
    const cell = cellAt(state, place);
    if (!isFull) chosen.edit(cell, typed ?? textAt(cell), typed !== null);
  };
  const undoByKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return false;
    const go = key === 'y' || event.shiftKey ? tables.redo : tables.undo;
    go?.();
    chosen.choose(active);
    return true;
  };
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    if (undoByKey(event)) return true;
    const next = placeAfterKey(state, active, event);
    if (next) chosen.choose(next, event.shiftKey);
    else if (event.key === 'Enter' || event.key === 'F2') edit(active);
    else if (event.key === 'Delete' || event.key === 'Backspace') writeText(active, '');
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
      edit(active, event.key);
    else return false;
    return true;
  };
  const goToDoubt = () => {
    const next = nextDoubt(state, area ? active : null);
    if (next) chosen.choose(next);
  };
  return (
    <Stack gap="2">
      <Flex gap="2" align="center" wrap="wrap" justify="space-between">
        <EditorTools
          state={state}
          area={area}
          isFull={isFull}
          onAction={act}
          undo={tables.undo}
          redo={tables.redo}
        />
        {state.reasons.size > 0 ? (
          <Button size="xs" variant="outline" colorPalette="gray" onClick={goToDoubt} title={words.nextDoubt}>
            <TriangleAlert aria-hidden /> {words.doubts(state.reasons.size)}
          </Button>
        ) : null}
      </Flex>
      <EditorGrid
        state={state}
        part={part}
        label={label}
        isOld={tables.isSaving}
        active={active}
        area={area}
        editing={editing}
        focusTurn={chosen.focusTurn}
        onChoose={chosen.choose}
        onEdit={(place) => edit(place)}
        onKeep={keep}
        onCancel={chosen.stopEditing}
        onKey={(event) => {
          if (!press(event)) return;
          event.preventDefault();
        }}
      />
      <PartBar state={state} part={part} onPart={chosen.showPart} />
      {table.rowCount > limits.tableRowsShownMax ? (
        <Text textStyle="xs" color="fg.muted">
          {words.notShown(limits.tableRowsShownMax)}
        </Text>
      ) : null}
      {isFull ? (
        <Text textStyle="xs" color="fg.muted">
          {words.full}
        </Text>
      ) : (
        <CellLine
          state={state}
          active={area ? active : null}
          isFull={isFull}
          onEdit={() => edit(active)}
          onRight={() => writeText(active, textAt(cellAt(state, active)), true)}
        />
      )}
    </Stack>
  );
}
