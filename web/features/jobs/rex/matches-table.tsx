/** Lists the rows of a CSV with their documents; an incomplete row says what is missing and what would be valid. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { RowProblem } from '#contracts/calls/jobs/jobs-answers.ts';
import type { RexMatch } from '#contracts/calls/jobs/rex-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { Pager } from '#web/ui/pager.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { Said } from '#web/ui/said.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { ReadColumns } from '#web/features/jobs/start/check-step.tsx';
import { ColumnsByHand } from '#web/features/jobs/start/column-choice.tsx';
import type { MatchedCsv } from './queries.ts';
import { rexWords } from './words.ts';

const rowsPerPage = 50;

/** A row of the CSV with its documents and what is wrong with it. */
type Shipment = RexMatch & { row: number; problems: readonly RowProblem[]; isReady: boolean };

function shipmentsOf({ preview, matches, invalidRows }: MatchedCsv): Shipment[] {
  const invalid = new Set(invalidRows);
  const found = new Map<number, RowProblem[]>();
  for (const problem of preview.problems)
    found.set(problem.row, [...(found.get(problem.row) ?? []), problem]);
  return matches.map((match) => {
    const row = match.rowIndex + 1;
    const problems = found.get(row) ?? [];
    // Only the first problems are listed, so a row without any of them can still be invalid.
    const isReady = match.hasAllDocuments && problems.length === 0 && !invalid.has(row);
    return { ...match, row, problems, isReady };
  });
}

function Problem({ problem: { column, problem, problemData, hint, hintData } }: { problem: RowProblem }) {
  return (
    <Text textStyle="xs" overflowWrap="anywhere">
      {/* A missing document is named by its sentence already. */}
      {problem.includes(column) ? null : <b>{column}: </b>}
      <Said text={problem} data={problemData} />{' '}
      <Text as="span" color="fg.muted">
        <Said text={hint} data={hintData} />
      </Text>
    </Text>
  );
}

function State({ shipment }: { shipment: Shipment }) {
  const words = useWords(rexWords);
  if (shipment.isReady)
    return (
      <Box>
        <StatusTag tone="brand" icon={CircleCheck} label={words.ready} />
      </Box>
    );
  return (
    <Stack gap="1" align="flex-start">
      <StatusTag tone="attention" icon={CircleAlert} label={words.incomplete} />
      {shipment.problems.map((problem, at) => (
        <Problem key={at} problem={problem} />
      ))}
    </Stack>
  );
}

function columnsOf({ matchHeadings }: WordsOf<typeof rexWords>): Column<Shipment>[] {
  return [
    { title: matchHeadings.row, cell: ({ row }) => formatNumber(row) },
    { title: matchHeadings.invoice, cell: ({ rowData }) => rowData['invoice_no'] || '–' },
    { title: matchHeadings.bl, cell: ({ rowData }) => rowData['bl_no'] || '–' },
    { title: matchHeadings.invoicePdf, cell: ({ invoiceDocument }) => invoiceDocument ?? '–' },
    { title: matchHeadings.blPdf, cell: ({ blDocument }) => blDocument ?? '–' },
    { title: matchHeadings.state, look: { w: '40%' }, cell: (shipment) => <State shipment={shipment} /> },
  ];
}

/** On a phone: the shipment, then its documents, then its state. */
function ShipmentLines({ shipment }: { shipment: Shipment }) {
  const { matchHeadings: headings } = useWords(rexWords);
  const { row, rowData, invoiceDocument, blDocument } = shipment;
  return (
    <>
      <Text overflowWrap="anywhere">
        {headings.row} {formatNumber(row)}: <b>{rowData['invoice_no'] || '–'}</b> · {rowData['bl_no'] || '–'}
      </Text>
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        {headings.invoicePdf}: {invoiceDocument ?? '–'} · {headings.blPdf}: {blDocument ?? '–'}
      </Text>
      <State shipment={shipment} />
    </>
  );
}

function Counts(props: { matched: MatchedCsv; onlyIncomplete: boolean; onOnlyIncomplete: () => void }) {
  const { matched, onlyIncomplete, onOnlyIncomplete } = props;
  const { billableRows, invalidRows } = matched.preview;
  const words = useWords(rexWords);
  return (
    <Stack gap="1" align="flex-start">
      <Text textStyle="sm" aria-live="polite">
        <b>{words.rowsReady(billableRows)}</b>
        {invalidRows > 0 ? words.incompleteRows(invalidRows) : ''}
      </Text>
      {invalidRows > 0 ? (
        <Flex gap="3" rowGap="1" align="center" wrap="wrap">
          <Text textStyle="sm" color="fg.muted">
            {words.howToCorrect}
          </Text>
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            aria-pressed={onlyIncomplete}
            onClick={onOnlyIncomplete}
          >
            {onlyIncomplete ? words.showAll : words.showIncomplete}
          </Button>
        </Flex>
      ) : null}
    </Stack>
  );
}

/** `onRead` reads the CSV under other columns; null if that needs the file once more. */
export function MatchesTable(props: {
  matched: MatchedCsv;
  onRead: ((columns: ColumnMapping) => void) | null;
}) {
  const { matched, onRead } = props;
  const { preview } = matched;
  const words = useWords(rexWords);
  const [page, setPage] = useState(1);
  const [onlyIncomplete, setOnlyIncomplete] = useState(false);
  const all = shipmentsOf(matched);
  const listed = onlyIncomplete ? all.filter(({ isReady }) => !isReady) : all;
  const showOthers = () => {
    setOnlyIncomplete(!onlyIncomplete);
    setPage(1);
  };
  return (
    <Stack gap="3">
      <Counts matched={matched} onlyIncomplete={onlyIncomplete} onOnlyIncomplete={showOthers} />
      {preview.problemsTruncated ? (
        <Text textStyle="sm" color="fg.muted">
          {words.moreProblems(preview.problems.length)}
        </Text>
      ) : null}
      <ReadColumns preview={preview} />
      {onRead ? <ColumnsByHand preview={preview} pending={false} error={null} onRead={onRead} /> : null}
      <Box as="section" aria-label={words.shipments}>
        <RecordList
          records={listed.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
          keyOf={({ row }) => String(row)}
          columns={columnsOf(words)}
          renderLines={(shipment) => <ShipmentLines shipment={shipment} />}
        />
      </Box>
      <Pager
        label={words.shipmentPages}
        current={page}
        total={Math.ceil(listed.length / rowsPerPage)}
        onPage={setPage}
      />
      {preview.warnings.map(({ row, column, problem, problemData, hint, hintData }) => (
        <Text key={`${row}-${column}-${problem}`} textStyle="xs" color="fg.muted">
          {row > 0 ? words.warningOf(row, column) : ''}
          <Said text={problem} data={problemData} /> <Said text={hint} data={hintData} />
        </Text>
      ))}
    </Stack>
  );
}
