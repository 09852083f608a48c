/** Renders the failed rows as editable cells with their problems; on a phone as cards. */
import { Box, Button, Checkbox, Field, Flex, Input, Stack, Table, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { RowProblem } from '#contracts/calls/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { failuresWords } from './failures-words.ts';
import { isFixed, type Corrections, type Draft } from './use-corrections.ts';
import { Said } from '#web/ui/said.tsx';
import { useWords } from '#web/lib/words.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { jobWords } from './words.ts';

/** The file's headings, and the column that each of them was read as. */
export type Headings = { headings: string[]; columnOf: (heading: string) => string };

type GridProps = { corrections: Corrections; columns: Headings };
type RowProps = { draft: Draft; problems: RowProblem[] } & GridProps;

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

function Cell(props: RowProps & { heading: string; labelled: boolean }) {
  const { draft, problems, corrections, columns, heading, labelled } = props;
  const words = useWords(jobWords);
  const { rowNumber } = draft.row;
  const found = draft.chosen
    ? problems.filter(({ column }) => column === columns.columnOf(heading) || column === heading)
    : [];
  return (
    <Field.Root invalid={found.length > 0} disabled={!draft.chosen} readOnly={isFixed(draft)} minW="32">
      {labelled ? <Field.Label>{heading}</Field.Label> : null}
      <Input
        size="sm"
        value={draft.cells[heading] ?? ''}
        aria-label={labelled ? undefined : words.cell(heading, rowNumber)}
        autoComplete="off"
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
      <Checkbox.HiddenInput />
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
        {draft.row.charged ? words.paidRow : ''}
      </Text>
      {ofRow.map(({ problem, problemData, hint, hintData }) => (
        <Text key={problem} textStyle="xs" color="fg.error">
          <Said text={problem} data={problemData} /> <Said text={hint} data={hintData} />
        </Text>
      ))}
    </Stack>
  );
}

function WideGrid(props: GridProps & { problemsOf: (rowNumber: number) => RowProblem[] }) {
  const { corrections, columns, problemsOf } = props;
  const words = useWords(jobWords);
  return (
    <Box
      as="section"
      overflow="auto"
      maxH="70vh"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      aria-label={words.failedRows}
    >
      <Table.Root size="sm" stickyHeader>
        <Table.Header>
          <Table.Row bg="bg.muted">
            <Table.ColumnHeader>{words.row}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.whyFailed}</Table.ColumnHeader>
            {columns.headings.map((heading) => (
              <Table.ColumnHeader key={heading} whiteSpace="nowrap">
                {heading}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {corrections.drafts.map((draft) => {
            const row = { draft, corrections, columns, problems: problemsOf(draft.row.rowNumber) };
            return (
              <Table.Row key={draft.row.rowNumber} bg="bg.panel" verticalAlign="top">
                <Table.Cell>
                  <Chosen {...row} />
                </Table.Cell>
                <Table.Cell>
                  <Reasons {...row} />
                </Table.Cell>
                {columns.headings.map((heading) => (
                  <Table.Cell key={heading}>
                    <Cell {...row} heading={heading} labelled={false} />
                  </Table.Cell>
                ))}
              </Table.Row>
            );
          })}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

/** On a phone, cells with problems come first; a button shows the others. */
function Card(props: RowProps) {
  const { draft, problems, columns } = props;
  const words = useWords(jobWords);
  const [all, setAll] = useState(false);
  const wrong = new Set(problems.map(({ column }) => column));
  const shown = columns.headings.filter(
    (heading) => all || wrong.has(heading) || wrong.has(columns.columnOf(heading)),
  );
  return (
    <Stack as="li" gap="3" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
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
        onClick={() => setAll(!all)}
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

export function CorrectionsGrid(props: GridProps) {
  const { corrections } = props;
  const wide = useIsWide();
  const problems = corrections.preview?.problems ?? [];
  const problemsOf = (rowNumber: number) => problems.filter(({ row }) => row === rowNumber);
  if (wide) return <WideGrid {...props} problemsOf={problemsOf} />;
  return (
    <Box as="ul" listStyleType="none">
      {corrections.drafts.map((draft) => (
        <Card key={draft.row.rowNumber} {...props} draft={draft} problems={problemsOf(draft.row.rowNumber)} />
      ))}
    </Box>
  );
}
