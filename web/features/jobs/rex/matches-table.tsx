/** Lists the rows of a CSV with their documents, and what is missing from incomplete rows. */
import { Stack, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { RowProblem } from '#contracts/calls/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useSaid } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Said } from '#web/ui/said.tsx';
import { ScrollFrame } from '#web/ui/scroll-frame.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { MatchedCsv } from './queries.ts';
import { rexWords } from './words.ts';

const rowsPerPage = 50;

/** `said` translates a problem into the reader's language. */
function problemsByRow(
  problems: readonly RowProblem[],
  said: ReturnType<typeof useSaid>,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { row, column, problem, problemData } of problems) {
    const text = problem.includes(column)
      ? said(problem, problemData)
      : `${column}: ${said(problem, problemData)}`;
    found.set(row, [...(found.get(row) ?? []), text]);
  }
  return found;
}

function State(props: { ready: boolean; problems: string[] }) {
  const { ready, problems } = props;
  const words = useWords(rexWords);
  if (ready) return <StatusTag tone="brand" icon={CircleCheck} label={words.ready} />;
  return (
    <Stack gap="1" align="flex-start">
      <StatusTag tone="attention" icon={CircleAlert} label={words.incomplete} />
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
  const words = useWords(rexWords);
  const [page, setPage] = useState(1);
  const problems = problemsByRow(csv.preview.problems, useSaid());
  const shown = matches.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  const { billableRows, invalidRows, warnings } = csv.preview;
  return (
    <Stack gap="2">
      <Text textStyle="sm" aria-live="polite">
        <b>{words.rowsReady(billableRows)}</b>
        {invalidRows > 0 ? words.incompleteRows(invalidRows) : ''}
      </Text>
      <ScrollFrame label={words.shipments}>
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row bg="bg.muted">
              {Object.entries(words.matchHeadings).map(([key, heading]) => (
                <Table.ColumnHeader key={key}>{heading}</Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {shown.map(({ rowIndex, rowData, invoiceDocument, blDocument, hasAllDocuments }) => {
              const found = problems.get(rowIndex + 1) ?? [];
              return (
                <Table.Row key={rowIndex} bg="bg.panel" verticalAlign="top">
                  <Table.Cell>{formatNumber(rowIndex + 1)}</Table.Cell>
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
      </ScrollFrame>
      <Pager
        label={words.shipmentPages}
        current={page}
        total={Math.ceil(matches.length / rowsPerPage)}
        onPage={setPage}
      />
      {warnings.map(({ row, column, problem, problemData, hint, hintData }) => (
        <Text key={`${row}-${column}-${problem}`} textStyle="xs" color="fg.muted">
          {row > 0 ? words.warningOf(row, column) : ''}
          <Said text={problem} data={problemData} /> <Said text={hint} data={hintData} />
        </Text>
      ))}
    </Stack>
  );
}
