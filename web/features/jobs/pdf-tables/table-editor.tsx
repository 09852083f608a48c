/** Shows one table as it is exported, for correction by pointer, keyboard or touch. */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Check, Pencil, TriangleAlert } from 'lucide-react';
import type { CheckedTable } from '#contracts/jobs/pdf-tables.ts';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { EditorGrid } from './editor-grid.tsx';
import { EditorTools } from './editor-tools.tsx';
import { editorWords } from './editor-words.ts';
import { cellAt, placeKey, type TableState } from './table-state.ts';
import { useTableEditing } from './use-table-editing.ts';
import type { Tables } from './use-tables.ts';

/** Names the selected cell, and why it should be checked. */
function CellLine(props: {
  state: TableState;
  active: CellPosition | null;
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
      {/* Together they stand beside the text, or below it. */}
      <Flex gap="2">
        {reason ? (
          <Button size="xs" variant="outline" colorPalette="gray" disabled={isFull} onClick={onRight}>
            <Check aria-hidden /> {words.right}
          </Button>
        ) : null}
        <Button size="xs" variant="outline" colorPalette="gray" disabled={isFull} onClick={onEdit}>
          <Pencil aria-hidden /> {words.edit}
        </Button>
      </Flex>
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
  const { state, chosen, isFull, act, keep, edit, press, goToDoubt, confirm } = useTableEditing(
    table,
    tables,
  );
  const { active, area, editing, part } = chosen;
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
          onRight={confirm}
        />
      )}
    </Stack>
  );
}
