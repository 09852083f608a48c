/**
 * Plays a recorded practice run: each row appears when it ended, as on the page of its job. Styles alone move it, so that
 * it needs no script, and readers who want no motion see all rows at once.
 */
import { Box, Flex, Table, Text } from '@chakra-ui/react';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { recordedRun } from './recorded-run.ts';
import { homeWords } from './words.ts';

type RecordedRow = (typeof recordedRun.rows)[number];

const MAY_MOVE = '@media (prefers-reduced-motion: no-preference)';
/** The time within which a row that ended becomes visible. */
const APPEAR_MS = 300;

/** Heights in rem of a row with two lines, and of what stands above and below the rows. */
const ROW_REM = 3.3;
const AROUND_REM = 8.3;
/**
 * On a wide screen the text beside the preview stands at the middle of its height, and would move while the rows arrive
 * over a slow connection.
 */
const heldHeight = { lg: `${AROUND_REM + recordedRun.rows.length * ROW_REM}rem` };

const seconds = (ms: number): string =>
  formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function Row({ row }: { row: RecordedRow }) {
  const words = useWords(homeWords).preview;
  const appearing = { animation: `fade-in ${APPEAR_MS}ms both`, animationDelay: `${row.atMs}ms` };
  return (
    <Table.Row bg="bg.panel" css={{ [MAY_MOVE]: appearing }}>
      <Table.Cell ps="4" whiteSpace="nowrap">
        {row.exp}
      </Table.Cell>
      <Table.Cell>
        <OutcomeTag outcome={row.outcome} />
      </Table.Cell>
      <Table.Cell hideBelow="sm">
        {row.status}
        <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap">
          {row.currency} {formatDecimals(row.value)}
        </Text>
      </Table.Cell>
      <Table.Cell
        textAlign="end"
        pe="4"
        whiteSpace="nowrap"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        {words.at(seconds(row.atMs))}
      </Table.Cell>
    </Table.Row>
  );
}

export function RowPreview() {
  const words = useWords(homeWords).preview;
  return (
    <Box as="figure" minH={heldHeight} bg="bg.panel" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Box px="4" py="3" borderBottomWidth="1px">
        <Flex justify="space-between" textStyle="sm" mb="2" gap="3">
          <Text fontWeight="medium">{words.service}</Text>
          <Text color="fg.muted" fontVariantNumeric="tabular-nums">
            {words.progress(formatNumber(recordedRun.rowsTotal), seconds(recordedRun.durationMs))}
          </Text>
        </Flex>
        <ProgressBar percent={100} label={words.progressLabel} />
      </Box>
      <Table.Root size="sm" variant="line">
        <Table.Header>
          <Table.Row bg="bg.panel">
            <Table.ColumnHeader ps="4">{words.exp}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.outcome}</Table.ColumnHeader>
            <Table.ColumnHeader hideBelow="sm">{words.cameBack}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end" pe="4">
              {words.after}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {recordedRun.rows.map((row) => (
            <Row key={row.exp} row={row} />
          ))}
        </Table.Body>
      </Table.Root>
      <Text as="figcaption" textStyle="xs" color="fg.muted" px="4" py="2">
        {words.caption(formatNumber(recordedRun.rows.length), formatNumber(recordedRun.rowsTotal))}
      </Text>
    </Box>
  );
}
