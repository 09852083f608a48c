/** Edits the frame and lines of a drawn table as numbers, for customers without a pointer. */
import { Box, Button, Field, Flex, IconButton, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { Plus, Redo2, Undo2, WandSparkles, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Box as Area } from '#contracts/jobs/pdf-tables.ts';
import { localDigits, plainDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { editorWords } from './editor-words.ts';
import {
  percentOf,
  pointsOf,
  withEdge,
  withLineAt,
  withNewLine,
  type Direction,
  type Edge,
  type Size,
} from './grid-shapes.ts';
import { tableWords } from './words.ts';

const edges: readonly Edge[] = ['x0', 'y0', 'x1', 'y1'];

/** Applies the number on blur or Enter, and restores the previous value if the input is not a number. */
function PercentField(props: { label: string; percent: number; onChange: (percent: number) => void }) {
  const { label, percent, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const value = Number(plainDigits(typed ?? '').replace(',', '.'));
    if (typed !== null && typed.trim() !== '' && Number.isFinite(value) && value !== percent) onChange(value);
    setTyped(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    commit();
  };
  return (
    <Field.Root minW="0">
      <Field.Label textStyle="xs">{label}</Field.Label>
      <Input
        size="sm"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? localDigits(String(percent))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={press}
      />
    </Field.Root>
  );
}

type LinesProps = {
  direction: Direction;
  lines: readonly number[];
  box: Area;
  whole: number;
  /** Null means that the lines are detected automatically. */
  onLines: (lines: number[] | null) => void;
};

/** Edits the lines of one direction as numbers, each with a button that removes it. */
function LineFields(props: LinesProps) {
  const { direction, lines, box, whole, onLines } = props;
  const words = useWords(tableWords);
  const own = words[direction];
  const given = { lines, direction, box };
  const more = withNewLine(given);
  return (
    <Stack gap="2" as="fieldset" minW="0">
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="2">
        {own.lines}
      </Text>
      {lines.length > 0 ? (
        <SimpleGrid columns={{ base: 2, sm: 3 }} gap="2" maxH="64" overflowY="auto" p="0.5" mx="-0.5">
          {lines.map((at, index) => (
            <Flex key={index} gap="1" align="flex-end">
              <PercentField
                label={own.line(index + 1)}
                percent={percentOf(at, whole)}
                onChange={(percent) => onLines(withLineAt(given, index, pointsOf(percent, whole)))}
              />
              <IconButton
                size="sm"
                variant="ghost"
                colorPalette="gray"
                aria-label={own.remove(index + 1)}
                onClick={() => onLines(lines.filter((_, other) => other !== index))}
              >
                <X aria-hidden />
              </IconButton>
            </Flex>
          ))}
        </SimpleGrid>
      ) : null}
      <Flex gap="2" wrap="wrap">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={more === null}
          onClick={() => more && onLines(more)}
        >
          <Plus aria-hidden /> {own.add}
        </Button>
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => onLines(null)}>
          <WandSparkles aria-hidden /> {own.find}
        </Button>
      </Flex>
    </Stack>
  );
}

export function AreaForm(props: {
  box: Area;
  columns: readonly number[];
  rows: readonly number[];
  size: Size;
  onBox: (box: Area) => void;
  /** Null means that the columns or rows are detected automatically. */
  onLines: (direction: Direction, lines: number[] | null) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}) {
  const { box, columns, rows, size, onBox, onLines, undo, redo } = props;
  const words = useWords(tableWords);
  const ofEditor = useWords(editorWords);
  const { width, height } = size;
  const wholeOf = (edge: Edge) => (edge === 'x0' || edge === 'x1' ? width : height);
  const history = [
    { label: ofEditor.undo, go: undo, Icon: Undo2 },
    { label: ofEditor.redo, go: redo, Icon: Redo2 },
  ];
  return (
    <Stack gap="4" p="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
      <Stack gap="2" as="fieldset" minW="0">
        <Text as="legend" textStyle="sm" fontWeight="medium" mb="2">
          {words.frame}
        </Text>
        <SimpleGrid columns={{ base: 2, sm: 4 }} gap="2">
          {edges.map((edge) => (
            <PercentField
              key={edge}
              label={words.edges[edge]}
              percent={percentOf(box[edge], wholeOf(edge))}
              onChange={(percent) => onBox(withEdge(box, edge, pointsOf(percent, wholeOf(edge)), size))}
            />
          ))}
        </SimpleGrid>
      </Stack>
      <LineFields
        direction="columns"
        lines={columns}
        box={box}
        whole={width}
        onLines={(lines) => onLines('columns', lines)}
      />
      <LineFields
        direction="rows"
        lines={rows}
        box={box}
        whole={height}
        onLines={(lines) => onLines('rows', lines)}
      />
      <Flex gap="1" wrap="wrap">
        {history.map(({ label, go, Icon }) => (
          <Button
            key={label}
            size="xs"
            variant="ghost"
            colorPalette="gray"
            disabled={go === null}
            onClick={() => go?.()}
          >
            <Icon aria-hidden /> {label}
          </Button>
        ))}
      </Flex>
      <Box textStyle="xs" color="fg.muted">
        {words.dragHint}
      </Box>
    </Stack>
  );
}
