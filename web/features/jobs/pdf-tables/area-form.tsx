/** Edits the frame and the column lines of a drawn table as numbers, for customers who do not use a pointer. */
import { Box, Button, Field, Flex, IconButton, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { Minus, Plus, WandSparkles } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Box as Area } from '#contracts/jobs/pdf-tables.ts';
import { plainDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import {
  percentOf,
  pointsOf,
  withEdge,
  withLineAt,
  withNewLine,
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
        value={typed ?? String(percent)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={press}
      />
    </Field.Root>
  );
}

export function AreaForm(props: {
  box: Area;
  columns: readonly number[];
  size: Size;
  onBox: (box: Area) => void;
  /** Null means that the columns are detected automatically. */
  onColumns: (columns: number[] | null) => void;
}) {
  const { box, columns, size, onBox, onColumns } = props;
  const words = useWords(tableWords);
  const { width, height } = size;
  const wholeOf = (edge: Edge) => (edge === 'x0' || edge === 'x1' ? width : height);
  const more = withNewLine(columns, box);
  return (
    <Stack gap="4" p="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
      <Stack gap="2" as="fieldset">
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
      <Stack gap="2" as="fieldset">
        <Text as="legend" textStyle="sm" fontWeight="medium" mb="2">
          {words.lines}
        </Text>
        {columns.length > 0 ? (
          <SimpleGrid columns={{ base: 2, sm: 3 }} gap="2">
            {columns.map((at, index) => (
              <Flex key={index} gap="1" align="flex-end">
                <PercentField
                  label={words.line(index + 1)}
                  percent={percentOf(at, width)}
                  onChange={(percent) => onColumns(withLineAt(columns, index, pointsOf(percent, width), box))}
                />
                <IconButton
                  size="sm"
                  variant="ghost"
                  colorPalette="gray"
                  aria-label={words.removeLine(index + 1)}
                  onClick={() => onColumns(columns.filter((_, other) => other !== index))}
                >
                  <Minus aria-hidden />
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
            onClick={() => more && onColumns(more)}
          >
            <Plus aria-hidden /> {words.addLine}
          </Button>
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => onColumns(null)}>
            <WandSparkles aria-hidden /> {words.findLines}
          </Button>
        </Flex>
        <Box textStyle="xs" color="fg.muted">
          {words.dragHint}
        </Box>
      </Stack>
    </Stack>
  );
}
