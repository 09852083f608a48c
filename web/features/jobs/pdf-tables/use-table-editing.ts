/** Holds what is selected and edited of a table, and turns keys and typed texts into corrections. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import { withOperation, type CellPosition } from '#contracts/jobs/corrected-table.ts';
import type { CheckedTable } from '#contracts/jobs/pdf-tables.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import type { Editing } from './editor-grid.tsx';
import {
  areaOf,
  cellAt,
  nextDoubt,
  partWith,
  placeAfterKey,
  stateOf,
  within,
  type TableState,
} from './table-state.ts';
import type { Tables } from './use-tables.ts';

type Selection = { anchor: CellPosition; active: CellPosition };

/** Keeps what is selected and edited, and the row from which the table is shown. */
function useSelection(state: TableState, startRow: number) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [partRow, setPartRow] = useState(startRow);
  const [focusTurn, setFocusTurn] = useState(0);
  const active = within(state, selection?.active ?? { row: partRow, column: 0 });
  const anchor = within(state, selection?.anchor ?? active);
  const choose = (place: CellPosition, isExtending = false) => {
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
    edit: ({ row, column }: CellPosition, text: string, isTyped: boolean) => {
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

export function useTableEditing(table: CheckedTable, tables: Tables) {
  const { corrections } = tables.layout;
  const known = tables.view.data?.layout.corrections ?? corrections;
  const state = useMemo(() => stateOf(table, corrections, known), [table, corrections, known]);
  const chosen = useSelection(state, table.startRow);
  const { active, area } = chosen;
  const isFull = !tables.isCorrectable;
  const textAt = ({ row, column }: CellPosition): string => state.rows[row]?.[column] ?? '';
  const correct = (operation: TableOperation) => {
    if (!isFull && withOperation(state, operation)) tables.correct(table.key, operation);
  };
  const writeText = (place: CellPosition, text: string, isConfirmed = false) => {
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
  const edit = (place: CellPosition, typed: string | null = null) => {
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
  return {
    state,
    chosen,
    isFull,
    act,
    keep,
    edit,
    press,
    goToDoubt,
    confirm: () => writeText(active, textAt(cellAt(state, active)), true),
  };
}
