/** Shows one table of the page: its name, its actions, and its cells as they are exported. */
import { Box, Flex, Heading, Stack, Table, Text } from '@chakra-ui/react';
import { useMemo, type ReactNode } from 'react';
import type { TableGrid } from '#contracts/jobs/pdf-tables.ts';
import { useWords } from '#web/lib/words.ts';
import { cellsOf } from './grid-shapes.ts';
import { tableWords } from './words.ts';

function Cells(props: { grid: TableGrid; label: string; isOld: boolean }) {
  const { grid, label, isOld } = props;
  const cells = useMemo(() => cellsOf(grid), [grid]);
  return (
    <Box
      as="section"
      overflow="auto"
      maxH="80"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      aria-label={label}
      aria-busy={isOld}
    >
      <Table.Root size="sm" showColumnBorder textStyle="xs">
        <Table.Body>
          {grid.rows.map((_, row) => (
            <Table.Row key={row} bg="bg.panel" verticalAlign="top">
              {cells
                .filter((cell) => cell.row === row)
                .map(({ column, rowSpan, columnSpan, text }) => (
                  <Table.Cell
                    key={column}
                    rowSpan={rowSpan}
                    colSpan={columnSpan}
                    py="1"
                    px="2"
                    whiteSpace="pre-line"
                    textAlign={columnSpan > 1 ? 'center' : 'start'}
                  >
                    {text}
                  </Table.Cell>
                ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

export function TableCard(props: {
  title: string;
  note: string;
  /** Null for a table that is left out; none of its cells are shown. */
  grid: TableGrid | null;
  /** True if the table was changed and is being read again. */
  isOld?: boolean;
  actions: ReactNode;
  /** The table's editor, which replaces its cells. */
  editor?: ReactNode;
  children?: ReactNode;
}) {
  const { title, note, grid, isOld = false, actions, editor, children } = props;
  const words = useWords(tableWords);
  return (
    <Stack as="li" gap="2" listStyleType="none">
      <Flex justify="space-between" align="center" gap="2" wrap="wrap">
        <Box minW="0">
          <Heading as="h3" size="sm">
            {title}
          </Heading>
          <Text textStyle="xs" color="fg.muted">
            {note}
          </Text>
        </Box>
        <Flex gap="1" wrap="wrap">
          {actions}
        </Flex>
      </Flex>
      {children}
      {editor}
      {grid && !editor ? <Cells grid={grid} label={words.contents(title)} isOld={isOld} /> : null}
    </Stack>
  );
}
