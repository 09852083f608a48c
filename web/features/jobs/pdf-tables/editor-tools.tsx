/** Shows the actions of the table editor: menus for cells, columns and rows, undo and redo. */
import { Button, Flex, Menu, Portal } from '@chakra-ui/react';
import { ChevronDown, Redo2, Undo2 } from 'lucide-react';
import { columnLetters } from '#contracts/jobs/table-names.ts';
import { mergeAt } from '#contracts/jobs/corrected-table.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { editorWords } from './editor-words.ts';
import { columnCount, cutPlaces, type Area, type TableState } from './table-state.ts';

type Action = { label: string; operation: TableOperation };

const cutTextMax = 18;
const shortened = (text: string): string =>
  text.length > cutTextMax ? `${text.slice(0, cutTextMax - 1)}…` : text;

type Words = typeof editorWords.en;

function cellActions(state: TableState, area: Area, words: Words): Action[] {
  const { row, column, rowSpan, columnSpan } = area;
  const merge = mergeAt(state, area);
  const isOneCell = merge ? merge.rowSpan === rowSpan && merge.columnSpan === columnSpan : true;
  const isWide = rowSpan > 1 || columnSpan > 1;
  return [
    ...(isWide && !(merge && isOneCell)
      ? [{ label: words.mergeCells, operation: { kind: 'merge', row, column, rowSpan, columnSpan } as const }]
      : []),
    ...(merge ? [{ label: words.splitCell, operation: { kind: 'split', row, column } as const }] : []),
  ];
}

function columnActions(state: TableState, { row, column, columnSpan }: Area, words: Words): Action[] {
  const last = columnCount(state) - 1;
  const cuts = cutPlaces(state.rows[row]?.[column] ?? '').map(({ words: count, from, left, right }) => {
    const label = from === 'start' ? words.splitColumn : words.splitLast;
    return {
      label: label(shortened(left), shortened(right)),
      operation: { kind: 'splitColumn', column, words: count, from } as const,
    };
  });
  return [
    ...(column < last
      ? [
          { label: words.joinColumns, operation: { kind: 'joinColumns', column } as const },
          { label: words.wordRight, operation: { kind: 'moveWord', column, to: 'right' } as const },
          { label: words.wordLeft, operation: { kind: 'moveWord', column, to: 'left' } as const },
        ]
      : []),
    ...cuts,
    { label: words.addColumnLeft, operation: { kind: 'addColumn', column } },
    { label: words.addColumnRight, operation: { kind: 'addColumn', column: column + columnSpan } },
    ...(last > 0
      ? [
          {
            label: words.removeColumn(columnLetters(column)),
            operation: { kind: 'removeColumn', column } as const,
          },
        ]
      : []),
  ];
}

function rowActions(state: TableState, { row, rowSpan }: Area, words: Words): Action[] {
  const last = state.rows.length - 1;
  const isTotal = state.totalRows.has(row);
  const headed = row + rowSpan;
  return [
    ...(headed <= Math.min(limits.tableHeaderRowsMax, last) && headed !== state.headerRows
      ? [{ label: words.header(headed), operation: { kind: 'header', rows: headed } as const }]
      : []),
    ...(state.headerRows > 0
      ? [{ label: words.noHeader, operation: { kind: 'header', rows: 0 } as const }]
      : []),
    ...(row >= state.headerRows
      ? [
          {
            label: isTotal ? words.noTotal : words.markTotal,
            operation: { kind: 'total', row, isTotal: !isTotal } as const,
          },
        ]
      : []),
    ...(row < last ? [{ label: words.joinRows, operation: { kind: 'joinRows', row } as const }] : []),
    { label: words.addRowAbove, operation: { kind: 'addRow', row } },
    { label: words.addRowBelow, operation: { kind: 'addRow', row: row + rowSpan } },
    ...(last > 0
      ? [{ label: words.removeRow(row + 1), operation: { kind: 'removeRow', row } as const }]
      : []),
  ];
}

function ActionMenu(props: {
  label: string;
  actions: readonly Action[];
  disabled: boolean;
  onAction: (operation: TableOperation) => void;
}) {
  const { label, actions, disabled, onAction } = props;
  const choose = ({ value }: { value: string }) => {
    const action = actions[Number(value)];
    if (action) onAction(action.operation);
  };
  return (
    <Menu.Root onSelect={choose}>
      <Menu.Trigger asChild>
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          minH={{ base: '9', md: '7' }}
          disabled={disabled || actions.length === 0}
        >
          {label} <ChevronDown aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content
            maxH="80"
            overflowY="auto"
            maxW="calc(100vw - 1rem)"
            p="1"
            bg="bg.panel"
            borderWidth="1px"
            borderRadius="l2"
            boxShadow="lg"
            textStyle="sm"
            outline="none"
            zIndex="popover"
          >
            {actions.map((action, index) => (
              <Menu.Item
                key={action.label}
                value={String(index)}
                display="flex"
                alignItems="center"
                minH={{ base: '10', md: '8' }}
                px="2"
                borderRadius="l1"
                cursor="pointer"
                _highlighted={{ bg: 'bg.muted' }}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

export function EditorTools(props: {
  state: TableState;
  /** The selected cells; null before one was chosen. */
  area: Area | null;
  isFull: boolean;
  onAction: (operation: TableOperation) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}) {
  const { state, area, isFull, onAction, undo, redo } = props;
  const words: Words = useWords(editorWords);
  const menus = [
    { label: words.cells, actions: area ? cellActions(state, area, words) : [] },
    { label: words.columns, actions: area ? columnActions(state, area, words) : [] },
    { label: words.rows, actions: area ? rowActions(state, area, words) : [] },
  ];
  const history = [
    { label: words.undo, go: undo, Icon: Undo2 },
    { label: words.redo, go: redo, Icon: Redo2 },
  ];
  return (
    <Flex gap="1" wrap="wrap" role="toolbar" aria-label={words.edit}>
      {menus.map((menu) => (
        <ActionMenu key={menu.label} {...menu} disabled={isFull} onAction={onAction} />
      ))}
      {history.map(({ label, go, Icon }) => (
        <Button
          key={label}
          size="xs"
          variant="ghost"
          colorPalette="gray"
          minH={{ base: '9', md: '7' }}
          disabled={go === null}
          onClick={() => go?.()}
        >
          <Icon aria-hidden /> {label}
        </Button>
      ))}
    </Flex>
  );
}
