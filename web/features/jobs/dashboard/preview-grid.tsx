/** Shows the first rows of the file as they were read, with each problem in its cell. */
import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Preview, RowProblem } from '#contracts/calls/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useSaid } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { checkWords } from './check-words.ts';

function columnNames(preview: Preview): string[] {
  const known = preview.columns
    .filter(({ header, required }) => header !== null || required)
    .map(({ name }) => name);
  const others = preview.rows.flatMap(({ cells }) => Object.keys(cells));
  return [...new Set([...known, ...others])];
}

function Cell(props: { text: string; problem: RowProblem | undefined }) {
  const { text, problem } = props;
  const words = useWords(checkWords);
  const said = useSaid();
  if (!problem) return <Table.Cell>{text}</Table.Cell>;
  const wrong = said(problem.problem, problem.problemData);
  return (
    <Table.Cell bg="bg.error">
      <Flex
        gap="1"
        align="center"
        color="fg.error"
        title={`${wrong} ${said(problem.hint, problem.hintData)}`}
      >
        <CircleAlert size={14} aria-hidden />
        <Text as="span">{text || words.empty}</Text>
        <Text as="span" srOnly>
          {wrong}
        </Text>
      </Flex>
    </Table.Cell>
  );
}

export function PreviewGrid(props: { preview: Preview }) {
  const { preview } = props;
  const words = useWords(checkWords);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const names = columnNames(preview);
  const rows = onlyErrors ? preview.rows.filter(({ valid }) => !valid) : preview.rows;
  const problemAt = (row: number, column: string) =>
    preview.problems.find((problem) => problem.row === row && problem.column === column);
  const hasErrors = preview.rows.some(({ valid }) => !valid);
  return (
    <Box>
      <Flex justify="space-between" align="center" gap="3" minH="8">
        <Text textStyle="xs" color="fg.muted">
          {preview.rows.length < preview.totalRows
            ? words.firstRows(preview.rows.length, preview.totalRows)
            : words.allRows}
        </Text>
        {hasErrors ? (
          <Button
            size="xs"
            variant="ghost"
            aria-pressed={onlyErrors}
            onClick={() => setOnlyErrors(!onlyErrors)}
          >
            {onlyErrors ? words.showAll : words.showErrors}
          </Button>
        ) : null}
      </Flex>
      <Box
        as="section"
        overflow="auto"
        maxH="72"
        borderWidth="1px"
        borderRadius="l2"
        tabIndex={0}
        aria-label={words.rowsOfFile}
      >
        <Table.Root size="sm" stickyHeader>
          <Table.Header>
            <Table.Row bg="bg.muted">
              <Table.ColumnHeader textAlign="end" w="12">
                {words.row}
              </Table.ColumnHeader>
              <Table.ColumnHeader w="24">{words.check}</Table.ColumnHeader>
              {names.map((name) => (
                <Table.ColumnHeader key={name} whiteSpace="nowrap">
                  {name}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map(({ row, cells, valid }) => (
              <Table.Row key={row} bg="bg.panel">
                <Table.Cell textAlign="end" color="fg.muted">
                  {formatNumber(row)}
                </Table.Cell>
                <Table.Cell whiteSpace="nowrap">
                  <Flex gap="1" align="center" color={valid ? 'fg.success' : 'fg.error'}>
                    {valid ? <CircleCheck size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
                    {valid ? words.rowReady : words.rowError}
                  </Flex>
                </Table.Cell>
                {names.map((name) => (
                  <Cell key={name} text={cells[name] ?? ''} problem={problemAt(row, name)} />
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Box>
  );
}
