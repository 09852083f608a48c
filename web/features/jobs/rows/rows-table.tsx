/**
 * Lists the rows of a job: sent cells, returned values and the document; on a phone two lines, starting with the
 * outcome.
 */
import { Box, Button, Flex, Stack, Table, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronRight, FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { DocumentLink } from '#web/ui/documents/documents-in-place.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { Said } from '#web/ui/said.tsx';
import { useWords } from '#web/lib/words.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { copyRowByKey } from './copy-row.ts';
import { RowDetails } from './row-details.tsx';
import { furtherLabel, furtherText, isUsual, type ChosenColumns, type UsualColumn } from './rows-columns.ts';
import { jobWords } from '#web/features/jobs/words.ts';

const sentText = (row: JobRow) => Object.values(row.data).filter(Boolean).join(' · ');

function Documents(props: { row: JobRow }) {
  return (
    <Flex gap="3" wrap="wrap">
      {props.row.documents.map((document) => (
        <DocumentLink key={document.url} document={document} minH="6" minW="0">
          <FileText size={16} aria-hidden />
          <FileName name={document.name} maxW={{ base: '56', md: 'full' }} />
        </DocumentLink>
      ))}
    </Flex>
  );
}

function Expand(props: { row: JobRow; open: boolean; onToggle: () => void }) {
  const { row, open, onToggle } = props;
  return (
    <Button
      size="2xs"
      variant="ghost"
      colorPalette="gray"
      px="1"
      data-opens
      // A frame that scrolls has its headings above the rows.
      scrollMarginTop="12"
      aria-expanded={open}
      aria-label={useWords(jobWords).detailsOf(row.rowNumber)}
      aria-keyshortcuts="C"
      onClick={onToggle}
      onKeyDown={(event) => copyRowByKey(event, row)}
    >
      {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
      <Text as="span" fontVariantNumeric="tabular-nums">
        {formatNumber(row.rowNumber, { useGrouping: false })}
      </Text>
    </Button>
  );
}

type RowProps = {
  row: JobRow;
  open: boolean;
  onToggle: () => void;
  columns: ChosenColumns;
  /** The row's index in the whole list, of which only a part is in the document. */
  index?: number;
};

/** Returns the ARIA row index. The heading is row 1, and details do not count as a row. */
const rowIndexOf = (index: number | undefined) => (index === undefined ? {} : { 'aria-rowindex': index + 2 });

const usualCells: Record<UsualColumn, (row: JobRow) => ReactNode> = {
  outcome: ({ outcome }) => <OutcomeTag outcome={outcome} />,
  // The row's details show every cell separately.
  sent: (row) => (
    <Text lineClamp={3} title={sentText(row)}>
      {sentText(row)}
    </Text>
  ),
  cameBack: (row) => (
    <>
      <Said text={row.message} data={row.messageData} />
      {row.portalReference ? (
        <Text textStyle="xs" color="fg.muted">
          {row.portalReference}
        </Text>
      ) : null}
    </>
  ),
  document: (row) => <Documents row={row} />,
};

export function WideRow(props: RowProps) {
  const { row, open, onToggle, columns, index } = props;
  return (
    <>
      <Table.Row bg="bg.panel" verticalAlign="top" {...rowIndexOf(index)}>
        <Table.Cell ps="0">
          <Expand row={row} open={open} onToggle={onToggle} />
        </Table.Cell>
        {columns.map((id) => (
          <Table.Cell key={id} overflowWrap="anywhere" _last={{ pe: '0' }}>
            {isUsual(id) ? usualCells[id](row) : furtherText(row, id)}
          </Table.Cell>
        ))}
      </Table.Row>
      {open ? (
        <Table.Row bg="bg.subtle" {...rowIndexOf(index)}>
          <Table.Cell colSpan={columns.length + 1} px="4">
            <RowDetails row={row} />
          </Table.Cell>
        </Table.Row>
      ) : null}
    </>
  );
}

export function PhoneRow(props: RowProps) {
  const { row, open, onToggle, columns } = props;
  const shows = (id: UsualColumn) => columns.includes(id);
  return (
    <Stack gap="1" py="2.5" borderTopWidth="1px" textStyle="sm">
      <Flex gap="2" align="center">
        <Expand row={row} open={open} onToggle={onToggle} />
        {shows('outcome') ? <OutcomeTag outcome={row.outcome} /> : null}
        <Text truncate flex="1" minW="0">
          {shows('sent') ? sentText(row) : ''}
        </Text>
      </Flex>
      {row.message && shows('cameBack') ? (
        <Text color="fg.muted">
          <Said text={row.message} data={row.messageData} />
        </Text>
      ) : null}
      {columns
        .filter((id) => !isUsual(id))
        .map((id) => (
          <Text key={id} overflowWrap="anywhere">
            <Text as="span" color="fg.muted">
              {furtherLabel(id)}:
            </Text>{' '}
            {furtherText(row, id)}
          </Text>
        ))}
      {shows('document') ? <Documents row={row} /> : null}
      {open ? <RowDetails row={row} /> : null}
    </Stack>
  );
}

/** Keeps which rows are open, and returns a row's properties for that. */
export function useOpenRows(): (row: JobRow) => Pick<RowProps, 'row' | 'open' | 'onToggle'> {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (rowNumber: number) => {
    const next = new Set(open);
    if (!next.delete(rowNumber)) next.add(rowNumber);
    setOpen(next);
  };
  return (row) => ({ row, open: open.has(row.rowNumber), onToggle: () => toggle(row.rowNumber) });
}

export function RowsTable(props: { rows: JobRow[]; columns: ChosenColumns }) {
  const { rows, columns } = props;
  const rowProps = useOpenRows();
  if (!useIsWide()) {
    return (
      <Box as="ul" listStyleType="none">
        {rows.map((row) => (
          <Box as="li" key={row.rowNumber} _first={{ '& > *': { borderTopWidth: '0' } }}>
            <PhoneRow {...rowProps(row)} columns={columns} />
          </Box>
        ))}
      </Box>
    );
  }
  return (
    <Table.Root size="sm" tableLayout="fixed" minW={leastWidth(columns)}>
      <RowsHead columns={columns} />
      <Table.Body>
        {rows.map((row) => (
          <WideRow key={row.rowNumber} {...rowProps(row)} columns={columns} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

/** Returns the table's minimum width: with further columns it is as wide as they need, and scrolls in its frame. */
export function leastWidth(columns: ChosenColumns): string | undefined {
  const further = columns.filter((id) => !isUsual(id)).length;
  return further === 0 ? undefined : `${usualWidthRem + further * furtherWidthRem}rem`;
}

const usualWidthRem = 40;
const furtherWidthRem = 9;
const widths: Partial<Record<UsualColumn, string>> = { outcome: '40', document: '36' };
/** Narrower than the returned values, which are shown in full. */
const sentShare = '23%';

export function RowsHead(props: { columns: ChosenColumns; isSticky?: boolean }) {
  const words = useWords(jobWords);
  const { columns, isSticky = false } = props;
  const hasFurther = columns.some((id) => !isUsual(id));
  const widthOf = (id: string): string | undefined => {
    if (!isUsual(id)) return `${furtherWidthRem}rem`;
    return id === 'sent' && !hasFurther ? sentShare : widths[id];
  };
  return (
    <Table.Header {...(isSticky ? { position: 'sticky', top: '0', zIndex: '1' } : {})}>
      <Table.Row bg="bg.panel">
        <Table.ColumnHeader ps="0" w="14">
          {words.row}
        </Table.ColumnHeader>
        {columns.map((id) => (
          <Table.ColumnHeader key={id} w={widthOf(id)} overflowWrap="anywhere" _last={{ pe: '0' }}>
            {isUsual(id) ? words[id] : furtherLabel(id)}
          </Table.ColumnHeader>
        ))}
      </Table.Row>
    </Table.Header>
  );
}
