/** Shows the first rows of the file and those with problems, each problem in its cell, where it can be corrected. */
import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { checkWords } from './check-words.ts';
import { CorrectionBar } from './correction-bar.tsx';
import { EditableCell } from './editable-cell.tsx';
import {
  correctableNames,
  headingOf,
  neighbour,
  withPending,
  type CellPlace,
  type EqualOffer,
} from './sheet-corrections.ts';
import type { SheetCorrections } from './use-sheet-corrections.ts';

function columnNames(preview: Preview): string[] {
  const known = preview.columns
    .filter(({ header, required }) => header !== null || required)
    .map(({ name }) => name);
  const others = preview.rows.flatMap(({ cells }) => Object.keys(cells));
  return [...new Set([...known, ...others])];
}

function RowState(props: { valid: boolean }) {
  const words = useWords(checkWords);
  const { valid } = props;
  return (
    <Flex gap="1" align="center" color={valid ? 'fg.success' : 'fg.error'}>
      {valid ? <CircleCheck size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
      {valid ? words.rowReady : words.rowError}
    </Flex>
  );
}

const isSame = (one: CellPlace | null, row: number, name: string) => one?.row === row && one.name === name;

export function PreviewGrid(props: { preview: Preview; corrections: SheetCorrections }) {
  const { preview, corrections } = props;
  const words = useWords(checkWords);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [editing, setEditing] = useState<CellPlace | null>(null);
  const [focus, setFocus] = useState<CellPlace | null>(null);
  const [offer, setOffer] = useState<EqualOffer | null>(null);
  const names = columnNames(preview);
  const all = withPending(preview, corrections.pending);
  const rows = onlyErrors ? all.filter(({ valid, edited }) => !valid || edited) : all;
  const problemAt = (row: number, column: string) =>
    preview.problems.find((problem) => problem.row === row && problem.column === column);
  const correctable = new Map(rows.map((row) => [row.row, correctableNames(preview, row, names)]));
  const places = [...correctable].flatMap(([row, ofRow]) => ofRow.map((name) => ({ row, name })));
  const hasErrors = preview.rows.some(({ valid }) => !valid);

  const keep = (at: CellPlace, former: string, text: string, goTo: 1 | -1 | 0) => {
    // The field also loses the focus, and calls this again, after Enter or Escape has closed it.
    if (!isSame(editing, at.row, at.name)) return;
    const next = goTo === 0 ? null : neighbour(places, at, goTo);
    setEditing(next);
    setFocus(next ? null : at);
    const heading = headingOf(preview, at.name);
    if (heading === null || text.trim() === former.trim()) return;
    corrections.add({ heading, text, rowNumber: at.row });
    const equal = problemAt(at.row, at.name)?.sameValue ?? 1;
    setOffer(equal > 1 ? { heading, from: former, text, rows: equal } : null);
  };
  const undoByKey = (event: KeyboardEvent) => {
    if (editing || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setOffer(null);
    corrections.undo();
  };

  return (
    <Box onKeyDown={undoByKey}>
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
      <CorrectionBar corrections={corrections} offer={offer} onOffer={setOffer} />
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
                  <RowState valid={valid} />
                </Table.Cell>
                {names.map((name) => {
                  const text = cells[name] ?? '';
                  if (!correctable.get(row)?.includes(name))
                    return <Table.Cell key={name}>{text}</Table.Cell>;
                  return (
                    <EditableCell
                      key={name}
                      text={text}
                      problem={problemAt(row, name)}
                      label={words.cellPlace(name, row)}
                      isEditing={isSame(editing, row, name)}
                      takesFocus={isSame(focus, row, name)}
                      onOpen={() => {
                        setFocus(null);
                        setEditing({ row, name });
                      }}
                      onKeep={(next, goTo) => keep({ row, name }, text, next, goTo)}
                      onCancel={() => {
                        setEditing(null);
                        setFocus({ row, name });
                      }}
                    />
                  );
                })}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Box>
  );
}
