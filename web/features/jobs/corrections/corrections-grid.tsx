/**
 * Renders the failed rows as editable cells with their problems; on a phone as cards. Only the rows in view are in the
 * document.
 */
import { Box, Button, Checkbox, Field, Flex, Input, Stack, Table, Text } from '@chakra-ui/react';
import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { Lock } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { RowProblem } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { correctionsWords } from './corrections-words.ts';
import { failuresWords } from '#web/features/jobs/rows/failures-words.ts';
import type { Corrections, Draft } from './use-corrections.ts';
import { Said } from '#web/ui/said.tsx';
import { useWords } from '#web/lib/words.ts';
import { useKeptFocus } from '#web/lib/use-kept-focus.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { frameHeight } from '#web/features/jobs/rows/rows-in-pages.ts';
import { jobWords } from '#web/features/jobs/words.ts';

/** The file's headings, and the column that each of them was read as. */
export type Headings = { headings: string[]; columnOf: (heading: string) => string };

/** `drafts`: those of the corrections that are shown. */
type GridProps = { corrections: Corrections; columns: Headings; drafts: readonly Draft[] };
type RowProps = { draft: Draft; problems: RowProblem[] } & Omit<GridProps, 'drafts'>;

/** Offers to correct the same text in all other rows at once. */
function OthersAlike(props: { draft: Draft; heading: string; corrections: Corrections }) {
  const { draft, heading, corrections } = props;
  const words = useWords(failuresWords);
  const others = corrections.othersAlike(draft, heading);
  if (others === 0) return null;
  return (
    <Button size="2xs" variant="outline" onClick={() => corrections.writeOthers(draft, heading)}>
      {words.applyToOthers(others)}
    </Button>
  );
}

/** With Enter the focus goes to the cell below, with Shift and Enter to the one above, as in a spreadsheet. */
function goToNextRow(event: KeyboardEvent<HTMLInputElement>, heading: string): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const line = event.currentTarget.closest<HTMLElement>('[data-index]');
  const index = Number(line?.dataset['index']) + (event.shiftKey ? -1 : 1);
  const cells = line?.parentElement?.querySelectorAll<HTMLInputElement>(`[data-index="${index}"] input`);
  const next = [...(cells ?? [])].find(({ dataset }) => dataset['heading'] === heading);
  next?.focus();
  next?.select();
}

function Cell(props: RowProps & { heading: string; labelled: boolean }) {
  const { draft, problems, corrections, columns, heading, labelled } = props;
  const words = useWords(jobWords);
  const { rowNumber } = draft.row;
  const found = draft.chosen
    ? problems.filter(({ column }) => column === columns.columnOf(heading) || column === heading)
    : [];
  return (
    <Field.Root invalid={found.length > 0} disabled={!draft.chosen} readOnly={draft.isFixed} minW="32">
      {labelled ? <Field.Label>{heading}</Field.Label> : null}
      <Input
        size="sm"
        value={draft.cells[heading] ?? ''}
        aria-label={labelled ? undefined : words.cell(heading, rowNumber)}
        autoComplete="off"
        data-heading={heading}
        onKeyDown={(event) => goToNextRow(event, heading)}
        onChange={(event) => corrections.write(rowNumber, heading, event.target.value)}
      />
      {found.map(({ problem, problemData, hint, hintData }) => (
        <Field.ErrorText key={problem}>
          <Said text={problem} data={problemData} /> <Said text={hint} data={hintData} />
        </Field.ErrorText>
      ))}
      <OthersAlike draft={draft} heading={heading} corrections={corrections} />
    </Field.Root>
  );
}

function Chosen(props: RowProps) {
  const { draft, corrections } = props;
  const { rowNumber } = draft.row;
  return (
    <Checkbox.Root
      size="sm"
      checked={draft.chosen}
      onCheckedChange={({ checked }) => corrections.choose(rowNumber, checked === true)}
    >
      <Checkbox.HiddenInput data-opens aria-keyshortcuts="X" />
      <Checkbox.Control />
      <Checkbox.Label fontVariantNumeric="tabular-nums">
        <Text as="span" srOnly>
          {useWords(jobWords).runRow}
        </Text>
        {formatNumber(rowNumber)}
      </Checkbox.Label>
    </Checkbox.Root>
  );
}

/** Shows why the row failed, and the current problems of the row as a whole. */
function Reasons(props: RowProps) {
  const { draft, problems, columns, corrections } = props;
  const words = useWords(jobWords);
  const ofGrid = useWords(correctionsWords);
  const names = new Set(columns.headings.flatMap((heading) => [heading, columns.columnOf(heading)]));
  const ofRow = draft.chosen ? problems.filter(({ column }) => !names.has(column)) : [];
  // After correction, the check reports the problems beside each cell. These sentences are hidden even before its first
  // answer, because they would move.
  const isChecked = draft.chosen && corrections.error === null && draft.row.outcome === 'INPUT_INVALID';
  return (
    <Stack gap="1" minW="40" align="flex-start">
      <OutcomeTag outcome={draft.row.outcome} />
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        {isChecked ? null : <Said text={draft.row.message} data={draft.row.messageData} />}
      </Text>
      {draft.row.charged ? (
        <Text textStyle="xs" color="fg.muted">
          {words.paidRow}
        </Text>
      ) : null}
      {draft.isFixed ? (
        <Flex gap="1" textStyle="xs">
          <Box asChild flexShrink="0" boxSize="4">
            <Lock aria-hidden />
          </Box>
          {ofGrid.fixedRow}
        </Flex>
      ) : null}
      {ofRow.map(({ problem, problemData, hint, hintData }) => (
        <Text key={problem} textStyle="xs" color="fg.error">
          <Said text={problem} data={problemData} /> <Said text={hint} data={hintData} />
        </Text>
      ))}
    </Stack>
  );
}

type ListProps = GridProps & { problemsOf: (rowNumber: number) => RowProblem[] };

const estimatedPx = { wide: 65, phone: 190 };
const headPx = 37;
/** Rows outside the view that stay in the document, so that quick scrolling shows no gaps. */
const overscanRows = { wide: 8, phone: 4 };
const columnRem = { row: 6, reasons: 16, cell: 11 };

/** Returns the space that rows outside the document take before and after `items`, which begin at `startPx`. */
function spaceAround(items: readonly VirtualItem[], startPx: number, totalPx: number) {
  const [first, last] = [items[0], items.at(-1)];
  return {
    pt: `${Math.max(0, (first?.start ?? startPx) - startPx)}px`,
    pb: `${Math.max(0, totalPx - (last?.end ?? totalPx))}px`,
  };
}

function GridHead({ headings }: Headings) {
  const words = useWords(jobWords);
  return (
    <Table.Header position="sticky" top="0" zIndex="1">
      <Table.Row bg="bg.muted">
        <Table.ColumnHeader w={`${columnRem.row}rem`}>{words.row}</Table.ColumnHeader>
        <Table.ColumnHeader w={`${columnRem.reasons}rem`}>{words.whyFailed}</Table.ColumnHeader>
        {headings.map((heading) => (
          <Table.ColumnHeader key={heading} truncate title={heading}>
            {heading}
          </Table.ColumnHeader>
        ))}
      </Table.Row>
    </Table.Header>
  );
}

function WideGrid(props: ListProps) {
  const { corrections, columns, drafts, problemsOf } = props;
  const words = useWords(jobWords);
  const frame = useRef<HTMLElement>(null);
  const { headings } = columns;
  // oxlint-disable-next-line react/incompatible-library -- The build compiles no components, so nothing is memoized.
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: drafts.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedPx.wide,
    measureElement: (element) => element.offsetHeight,
    overscan: overscanRows.wide,
    paddingStart: headPx,
  });
  const items = virtualizer.getVirtualItems();
  const onFocus = useKeptFocus(frame, items);
  const leastRem = columnRem.row + columnRem.reasons + headings.length * columnRem.cell;
  return (
    <Box
      as="section"
      ref={frame}
      overflow="auto"
      maxH={frameHeight}
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      aria-label={words.failedRows}
      onFocus={onFocus}
      css={{ overflowAnchor: 'none' }}
    >
      <Box {...spaceAround(items, headPx, virtualizer.getTotalSize())} minW={`${leastRem}rem`}>
        <Table.Root size="sm" tableLayout="fixed" aria-rowcount={drafts.length + 1}>
          <GridHead {...columns} />
          {items.map(({ index }) => {
            const draft = drafts[index];
            if (!draft) return null;
            const { rowNumber } = draft.row;
            const row = { draft, corrections, columns, problems: problemsOf(rowNumber) };
            return (
              <Table.Body key={rowNumber} ref={virtualizer.measureElement} data-index={index}>
                <Table.Row bg="bg.panel" verticalAlign="top" aria-rowindex={index + 2}>
                  <Table.Cell>
                    <Chosen {...row} />
                  </Table.Cell>
                  <Table.Cell>
                    <Reasons {...row} />
                  </Table.Cell>
                  {headings.map((heading) => (
                    <Table.Cell key={heading}>
                      <Cell {...row} heading={heading} labelled={false} />
                    </Table.Cell>
                  ))}
                </Table.Row>
              </Table.Body>
            );
          })}
        </Table.Root>
      </Box>
    </Box>
  );
}

/** On a phone, cells with problems come first; a button shows the others. */
function Card(props: RowProps & { all: boolean; onAll: (all: boolean) => void }) {
  const { draft, problems, columns, all, onAll } = props;
  const words = useWords(jobWords);
  const wrong = new Set(problems.map(({ column }) => column));
  const shown = columns.headings.filter(
    (heading) => all || wrong.has(heading) || wrong.has(columns.columnOf(heading)),
  );
  return (
    <Stack gap="3" py="4">
      <Flex gap="3" align="flex-start">
        <Chosen {...props} />
        <Reasons {...props} />
      </Flex>
      {shown.map((heading) => (
        <Cell key={heading} {...props} heading={heading} labelled />
      ))}
      <Button
        size="xs"
        variant="ghost"
        alignSelf="flex-start"
        aria-expanded={all}
        onClick={() => onAll(!all)}
      >
        {all ? words.fewerFields : words.allFields(columns.headings.length)}
      </Button>
      {draft.chosen ? null : (
        <Text textStyle="xs" color="fg.muted">
          {words.leftOut}
        </Text>
      )}
    </Stack>
  );
}

/** The cards scroll with the page. */
function PhoneList(props: ListProps) {
  const { drafts, problemsOf } = props;
  const list = useRef<HTMLElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  useLayoutEffect(() => {
    setTopPx(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- The build compiles no components, so nothing is memoized.
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: drafts.length,
    estimateSize: () => estimatedPx.phone,
    measureElement: (element) => element.offsetHeight,
    overscan: overscanRows.phone,
    scrollMargin: topPx,
  });
  const items = virtualizer.getVirtualItems();
  const onFocus = useKeptFocus(list, items);
  const show = (rowNumber: number, all: boolean) => {
    const next = new Set(opened);
    if (all) next.add(rowNumber);
    else next.delete(rowNumber);
    setOpened(next);
  };
  return (
    <Box
      as="ul"
      ref={list}
      listStyleType="none"
      tabIndex={-1}
      onFocus={onFocus}
      {...spaceAround(items, topPx, topPx + virtualizer.getTotalSize())}
      css={{ overflowAnchor: 'none' }}
    >
      {items.map(({ index }) => {
        const draft = drafts[index];
        if (!draft) return null;
        const { rowNumber } = draft.row;
        return (
          <Box
            as="li"
            key={rowNumber}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={drafts.length}
            aria-posinset={index + 1}
            borderTopWidth={index === 0 ? '0' : '1px'}
          >
            <Card
              {...props}
              draft={draft}
              problems={problemsOf(rowNumber)}
              all={opened.has(rowNumber)}
              onAll={(all) => show(rowNumber, all)}
            />
          </Box>
        );
      })}
    </Box>
  );
}

export function CorrectionsGrid(props: GridProps) {
  const { preview } = props.corrections;
  const wide = useIsWide();
  const problems = preview?.problems ?? [];
  const problemsOf = (rowNumber: number) => problems.filter(({ row }) => row === rowNumber);
  const List = wide ? WideGrid : PhoneList;
  return <List {...props} problemsOf={problemsOf} />;
}
