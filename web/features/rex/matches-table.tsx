/** The rows of a CSV with their documents: ready, or what they lack. */
import { Box, Stack, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { RowProblem } from '#contracts/jobs.ts';
import { plural } from '../../lib/plural.ts';
import { Pager } from '../../ui/pager.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { MatchedCsv } from './queries.ts';

const rowsPerPage = 50;
const headings = ['Row', 'Invoice no', 'B/L no', 'Invoice PDF', 'B/L PDF', 'State'] as const;

function problemsByRow(problems: readonly RowProblem[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { row, column, problem } of problems)
    found.set(row, [...(found.get(row) ?? []), problem.includes(column) ? problem : `${column}: ${problem}`]);
  return found;
}

function State(props: { ready: boolean; problems: string[] }) {
  const { ready, problems } = props;
  if (ready) return <StatusTag tone="brand" icon={CircleCheck} label="Ready" />;
  return (
    <Stack gap="1" align="flex-start">
      <StatusTag tone="attention" icon={CircleAlert} label="Incomplete" />
      {problems.map((problem) => (
        <Text key={problem} textStyle="xs" color="fg.muted">
          {problem}
        </Text>
      ))}
    </Stack>
  );
}

export function MatchesTable(props: { matched: MatchedCsv }) {
  const { csv, matches } = props.matched;
  const [page, setPage] = useState(1);
  const problems = problemsByRow(csv.preview.problems);
  const shown = matches.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  const { billableRows, invalidRows, warnings } = csv.preview;
  return (
    <Stack gap="2">
      <Text textStyle="sm" aria-live="polite">
        <b>{plural(billableRows, 'row')} ready</b>
        {invalidRows > 0
          ? `, ${invalidRows.toLocaleString('en-US')} incomplete: skipped, and not charged`
          : ''}
      </Text>
      <Box
        as="section"
        overflowX="auto"
        borderWidth="1px"
        borderRadius="l2"
        tabIndex={0}
        aria-label="Shipments"
      >
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row bg="bg.muted">
              {headings.map((heading) => (
                <Table.ColumnHeader key={heading}>{heading}</Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {shown.map(({ rowIndex, rowData, invoiceDocument, blDocument, hasAllDocuments }) => {
              const found = problems.get(rowIndex + 1) ?? [];
              return (
                <Table.Row key={rowIndex} bg="bg.panel" verticalAlign="top">
                  <Table.Cell>{rowIndex + 1}</Table.Cell>
                  <Table.Cell>{rowData['invoice_no']}</Table.Cell>
                  <Table.Cell>{rowData['bl_no']}</Table.Cell>
                  <Table.Cell>{invoiceDocument ?? '–'}</Table.Cell>
                  <Table.Cell>{blDocument ?? '–'}</Table.Cell>
                  <Table.Cell minW="40">
                    <State ready={hasAllDocuments && found.length === 0} problems={found} />
                  </Table.Cell>
                </Table.Row>
              );
            })}
          </Table.Body>
        </Table.Root>
      </Box>
      <Pager
        label="Pages of shipments"
        current={page}
        total={Math.ceil(matches.length / rowsPerPage)}
        onPage={setPage}
      />
      {warnings.map(({ row, column, problem, hint }) => (
        <Text key={`${row}-${column}-${problem}`} textStyle="xs" color="fg.muted">
          {row > 0 ? `Row ${row}, ${column}: ` : ''}
          {problem} {hint}
        </Text>
      ))}
    </Stack>
  );
}
