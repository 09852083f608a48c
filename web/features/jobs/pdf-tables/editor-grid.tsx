/** Draws the cells of a table in the editor, and marks doubtful ones, headings, totals and the one being edited. */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { Box, chakra, Table } from '@chakra-ui/react';
import { Check, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { cellAddress, columnLetters } from '#contracts/jobs/table-names.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { editorWords } from './editor-words.ts';
import {
  cellsBetween,
  columnCount,
  columnWidths,
  contains,
  placeKey,
  type Area,
  type ShownCell,
  type TableState,
} from './table-state.ts';

const characterPx = 7;
const paddingPx = 26;
const gutterPx = 44;
const headPx = 28;
const fieldRowsMax = 6;

/** `isTyped`: the text is the first typed letter, rather than the former text. */
export type Editing = CellPosition & { text: string; isTyped: boolean };

export type GridProps = {
  state: TableState;
  part: { from: number; to: number };
  label: string;
  isOld: boolean;
  active: CellPosition;
  area: Area | null;
  editing: Editing | null;
  /** Changes with each move by key or button; the active cell then takes the focus. */
  focusTurn: number;
  onChoose: (place: CellPosition, isExtending: boolean) => void;
  onEdit: (place: CellPosition) => void;
  onKeep: (text: string, move: 'down' | 'right' | 'left' | 'none') => void;
  onCancel: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
};

function CellField(props: { address: string; editing: Editing } & Pick<GridProps, 'onKeep' | 'onCancel'>) {
  const { address, editing, onKeep, onCancel } = props;
  const { text, isTyped } = editing;
  const words = useWords(editorWords);
  const isDone = useRef(false);
  const end = (work: () => void) => {
    // The field also loses the focus, and calls this again, after a key has closed it.
    if (isDone.current) return;
    isDone.current = true;
    work();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    const { value } = event.currentTarget;
    if (event.key === 'Escape') end(onCancel);
    else if (event.key === 'Enter' && !event.altKey && !event.shiftKey) end(() => onKeep(value, 'down'));
    else if (event.key === 'Tab') end(() => onKeep(value, event.shiftKey ? 'left' : 'right'));
    else return;
    event.preventDefault();
  };
  return (
    <chakra.textarea
      // The user has just opened this cell.
      autoFocus
      aria-label={words.editCell(address)}
      defaultValue={text}
      maxLength={limits.tableCellCharactersMax}
      rows={Math.min(fieldRowsMax, text.split('\n').length)}
      w="full"
      minW="24"
      px="1"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="l1"
      textStyle="xs"
      resize="none"
      css={{ fieldSizing: 'content' }}
      onFocus={({ currentTarget }) => {
        if (isTyped) currentTarget.setSelectionRange(text.length, text.length);
        else currentTarget.select();
      }}
      onBlur={(event) => {
        const { value } = event.currentTarget;
        end(() => onKeep(value, 'none'));
      }}
      onKeyDown={press}
      onClick={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
    />
  );
}

function Cell(props: { cell: ShownCell; isChecked: boolean } & GridProps) {
  const { cell, isChecked, state, active, area, editing, onChoose, onEdit, onKeep, onCancel } = props;
  const words = useWords(editorWords);
  const reason = state.reasons.get(placeKey(cell));
  const isActive = contains(cell, active);
  const isEditing = editing !== null && contains(cell, editing);
  const isHeading = cell.row < state.headerRows;
  const isTotal = state.totalRows.has(cell.row);
  const isSelected = area !== null && contains(area, cell);
  const choose = (event: MouseEvent) => {
    if (isActive && !event.shiftKey && document.activeElement === event.currentTarget) onEdit(cell);
    else onChoose(cell, event.shiftKey);
  };
  return (
    <Table.Cell
      data-cell={placeKey(cell)}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      title={reason ? words.reasons[reason] : isChecked ? words.wrote : undefined}
      rowSpan={cell.rowSpan}
      colSpan={cell.columnSpan}
      py="1"
      px="1.5"
      bg={reason ? 'bg.warning' : isHeading ? 'bg.muted' : undefined}
      fontWeight={isHeading || isTotal ? 'semibold' : undefined}
      whiteSpace="pre-line"
      overflowWrap="anywhere"
      textAlign={cell.columnSpan > 1 && isHeading ? 'center' : 'start'}
      cursor="cell"
      outline="none"
      boxShadow={isSelected ? 'inset 0 0 0 1px var(--chakra-colors-brand-solid)' : undefined}
      _focus={{ boxShadow: 'inset 0 0 0 2px var(--chakra-colors-brand-solid)' }}
      onClick={choose}
      onDoubleClick={() => !isEditing && onEdit(cell)}
    >
      {isEditing ? (
        <CellField address={cellAddress(cell)} editing={editing} onKeep={onKeep} onCancel={onCancel} />
      ) : (
        <>
          {reason ? (
            <Box as="span" color="fg.warning" display="inline-block" me="1" verticalAlign="-2px">
              <TriangleAlert size={13} aria-hidden />
            </Box>
          ) : null}
          {cell.text}
          {isChecked && !reason ? (
            <Box as="span" color="fg.success" display="inline-block" ms="1" verticalAlign="-2px">
              <Check size={12} aria-hidden />
            </Box>
          ) : null}
        </>
      )}
    </Table.Cell>
  );
}

/** Shows a row's number and whether the row is a total. It is not part of the table. */
function RowHead(props: { row: number; state: TableState }) {
  const { row, state } = props;
  const words = useWords(editorWords);
  const isTotal = state.totalRows.has(row);
  return (
    <Table.ColumnHeader
      scope="row"
      position="sticky"
      left="0"
      zIndex="1"
      px="1"
      py="1"
      bg="bg.subtle"
      color="fg.muted"
      fontWeight="normal"
      textAlign="end"
      whiteSpace="nowrap"
      title={isTotal ? words.total : undefined}
      aria-label={isTotal ? `${row + 1} ${words.total}` : undefined}
    >
      {isTotal ? (
        <Box as="span" aria-hidden fontWeight="semibold" me="0.5">
          Σ
        </Box>
      ) : null}
      {/* In the digits of cells' addresses and of the workbook, whatever the language. */}
      {row + 1}
    </Table.ColumnHeader>
  );
}

export function EditorGrid(props: GridProps) {
  const { state, part, label, isOld, active, focusTurn, onKey } = props;
  const frame = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => cellsBetween(state, part), [state, part]);
  const widths = useMemo(() => columnWidths(state), [state]);
  const checked = useMemo(() => new Set(state.checked.map(placeKey)), [state]);
  const takeFocus = useEffectEvent(() => {
    const cell = shown.flat().find((one) => contains(one, active));
    const element = cell && frame.current?.querySelector<HTMLElement>(`[data-cell="${placeKey(cell)}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  useEffect(() => {
    if (focusTurn > 0) takeFocus();
  }, [focusTurn]);
  const widthPx = widths.reduce((sum, width) => sum + width * characterPx + paddingPx, gutterPx);
  return (
    <Box
      ref={frame}
      overflow="auto"
      maxH="96"
      w="fit-content"
      maxW="full"
      borderWidth="1px"
      borderRadius="l2"
      aria-busy={isOld}
      // The row numbers and column letters cover what is scrolled beneath them.
      css={{ scrollPaddingInlineStart: `${gutterPx}px`, scrollPaddingBlockStart: `${headPx}px` }}
    >
      <Table.Root
        role="grid"
        size="sm"
        showColumnBorder
        stickyHeader
        textStyle="xs"
        tableLayout="fixed"
        w={`${widthPx}px`}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={state.rows.length + 1}
        aria-colcount={columnCount(state) + 1}
        onKeyDown={onKey}
      >
        <colgroup>
          <col style={{ width: `${gutterPx}px` }} />
          {widths.map((width, column) => (
            <col key={column} style={{ width: `${width * characterPx + paddingPx}px` }} />
          ))}
        </colgroup>
        <Table.Header zIndex="2">
          <Table.Row aria-rowindex={1}>
            <Table.Cell bg="bg.subtle" position="sticky" left="0" zIndex="1" aria-hidden />
            {widths.map((_, column) => (
              <Table.ColumnHeader
                key={column}
                py="0.5"
                bg="bg.subtle"
                color="fg.muted"
                fontWeight="normal"
                textAlign="center"
              >
                {columnLetters(column)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {shown.map((cells, index) => (
            <Table.Row
              key={part.from + index}
              bg="bg.panel"
              verticalAlign="top"
              aria-rowindex={part.from + index + 2}
            >
              <RowHead row={part.from + index} state={state} />
              {cells.map((cell) => (
                <Cell key={cell.column} {...props} cell={cell} isChecked={checked.has(placeKey(cell))} />
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}
