/**
 * Renders step 3: the columns, counts and rows that the server read. Each problem is shown in its cell, where it can be
 * corrected.
 */
import { Badge, Box, Button, Flex, Stack, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Preview, RowProblem } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { Said } from '#web/ui/said.tsx';
import type { SheetCorrections } from './use-sheet-corrections.ts';
import { ColumnsByHand } from './column-choice.tsx';
import { PreviewGrid } from './preview-grid.tsx';
import { useWords } from '#web/lib/words.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { checkWords } from './check-words.ts';
import { ScrollFrame } from '#web/ui/scroll-frame.tsx';

const problemsShownFirst = 5;

export function ReadColumns(props: { preview: Preview }) {
  const words = useWords(checkWords);
  const { columns, unknownHeaders } = props.preview;
  if (columns.length === 0) return null;
  return (
    <Flex as="ul" listStyleType="none" gap="1.5" wrap="wrap" aria-label={words.columns}>
      {columns.map(({ name, header, required }) => {
        const missing = header === null && required;
        const palette = missing ? 'failure' : header === null ? 'gray' : 'brand';
        return (
          <Badge as="li" key={name} colorPalette={palette}>
            {missing ? <CircleAlert size={12} aria-hidden /> : null}
            {header === null ? null : <CircleCheck size={12} aria-hidden />}
            {name}
            {header !== null && header !== name ? words.yourHeading(header) : ''}
            {header === null ? (required ? words.isMissing : words.notInFile) : ''}
          </Badge>
        );
      })}
      {unknownHeaders.length > 0 ? (
        <Text as="li" textStyle="xs" color="fg.muted" alignSelf="center">
          {words.notUsed(unknownHeaders.join(', '))}
        </Text>
      ) : null}
    </Flex>
  );
}

function Counts(props: { preview: Preview; unit: 'row' | 'file' }) {
  const words = useWords(checkWords);
  const { billableRows, repeatedRows, invalidRows } = props.preview;
  return (
    <Flex gap="4" wrap="wrap" textStyle="sm" aria-live="polite">
      <Flex gap="1.5" align="center" color={billableRows > 0 ? 'fg.success' : 'fg.muted'}>
        <Box flexShrink="0">
          <CircleCheck size={16} aria-hidden />
        </Box>
        <Text color="fg" fontWeight="medium">
          {words.ready(billableRows + repeatedRows, props.unit)}
          {repeatedRows > 0 ? words.different(billableRows) : ''}
        </Text>
      </Flex>
      {invalidRows > 0 ? (
        <Flex gap="1.5" align="center" color="fg.error">
          <Box flexShrink="0">
            <CircleAlert size={16} aria-hidden />
          </Box>
          <Text color="fg">{words.withErrors(invalidRows)}</Text>
        </Flex>
      ) : null}
    </Flex>
  );
}

function ProblemTable(props: { title: string; problems: RowProblem[] }) {
  const words = useWords(checkWords);
  return (
    <ScrollFrame label={props.title} w="full">
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row bg="bg.muted">
            <Table.ColumnHeader textAlign="end" w="12">
              {words.row}
            </Table.ColumnHeader>
            <Table.ColumnHeader>{words.column}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.wrong}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.right}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {props.problems.map(({ row, column, problem, problemData, hint, hintData }, index) => (
            <Table.Row key={`${row}-${column}-${index}`} bg="bg.panel" verticalAlign="top">
              <Table.Cell textAlign="end">{formatNumber(row)}</Table.Cell>
              <Table.Cell>{column}</Table.Cell>
              <Table.Cell minW="40">
                <Said text={problem} data={problemData} />
              </Table.Cell>
              <Table.Cell minW="48" color="fg.muted">
                <Said text={hint} data={hintData} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </ScrollFrame>
  );
}

function ProblemItems(props: { title: string; problems: RowProblem[] }) {
  const words = useWords(checkWords);
  return (
    <Stack as="ul" listStyleType="none" gap="2" textStyle="sm" aria-label={props.title}>
      {props.problems.map(({ row, column, problem, problemData, hint, hintData }, index) => (
        <Box as="li" key={`${row}-${column}-${index}`} borderTopWidth="1px" pt="2">
          <Text>
            <b>{words.place(row, column)}</b> <Said text={problem} data={problemData} />
          </Text>
          <Text color="fg.muted">
            <Said text={hint} data={hintData} />
          </Text>
        </Box>
      ))}
    </Stack>
  );
}

function Problems(props: {
  title: string;
  problems: RowProblem[];
  more: boolean;
  tone: 'error' | 'warning';
}) {
  const { title, problems, more, tone } = props;
  const words = useWords(checkWords);
  const wide = useIsWide();
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, problemsShownFirst);
  const Icon = tone === 'error' ? CircleAlert : TriangleAlert;
  if (problems.length === 0) return null;
  return (
    <Stack gap="1" align="flex-start">
      <Flex gap="1.5" align="center" color={`fg.${tone}`} textStyle="sm">
        <Icon size={16} aria-hidden />
        <Text color="fg" fontWeight="medium">
          {title}
        </Text>
      </Flex>
      {wide ? (
        <ProblemTable title={title} problems={shown} />
      ) : (
        <ProblemItems title={title} problems={shown} />
      )}
      {problems.length > problemsShownFirst ? (
        <Button size="xs" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.fewer : words.all(problems.length)}
        </Button>
      ) : null}
      {more ? (
        <Text textStyle="xs" color="fg.muted">
          {words.more(problems.length)}
        </Text>
      ) : null}
    </Stack>
  );
}

export function CheckStep(props: {
  preview: Preview;
  unit: 'row' | 'file';
  corrections: SheetCorrections;
  /** Whether the sheet is being checked again, and why that failed. */
  pending: boolean;
  error: Error | null;
  onRead: (columns: ColumnMapping) => void;
}) {
  const { preview, unit, corrections, pending, error, onRead } = props;
  const words = useWords(checkWords);
  return (
    <Stack gap="3">
      <Counts preview={preview} unit={unit} />
      <ReadColumns preview={preview} />
      <ColumnsByHand
        key={JSON.stringify(preview.columns)}
        preview={preview}
        pending={pending}
        error={error}
        onRead={onRead}
      />
      <Problems
        title={words.errors}
        problems={preview.problems}
        more={preview.problemsTruncated}
        tone="error"
      />
      <Problems title={words.lookAtThese} problems={preview.warnings} more={false} tone="warning" />
      <PreviewGrid preview={preview} corrections={corrections} />
    </Stack>
  );
}
