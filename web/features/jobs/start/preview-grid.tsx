/** Shows the first rows of the file and those with problems, each problem in its cell, where it can be corrected. */
import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { checkWords } from './check-words.ts';
import { CorrectionBar } from './correction-bar.tsx';
import { EditableCell } from './editable-cell.tsx';
import { correctableNames, withPending } from './sheet-corrections.ts';
import { problemAt, useCellEditing, type CellEditing } from './use-cell-editing.ts';
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

/** The number of a row stays where the columns of a wide sheet are scrolled. */
const alwaysInSight = { position: 'sticky', left: '0', bg: 'inherit', zIndex: '0' } as const;

function GridHeading(props: { names: readonly string[] }) {
  const words = useWords(checkWords);
  return (
    <Table.Header>
      <Table.Row bg="bg.muted">
        <Table.ColumnHeader textAlign="end" w="12" {...alwaysInSight}>
          {words.row}
        </Table.ColumnHeader>
        <Table.ColumnHeader w="24">{words.check}</Table.ColumnHeader>
        {props.names.map((name) => (
          <Table.ColumnHeader key={name} whiteSpace="nowrap">
            {name}
          </Table.ColumnHeader>
        ))}
      </Table.Row>
    </Table.Header>
  );
}

function GridRow(props: {
  preview: Preview;
  row: Preview['rows'][number];
  names: readonly string[];
  correctable: readonly string[];
  editing: CellEditing;
}) {
  const { preview, row, names, correctable, editing } = props;
  const words = useWords(checkWords);
  return (
    <Table.Row bg="bg.panel">
      <Table.Cell textAlign="end" color="fg.muted" {...alwaysInSight}>
        {formatNumber(row.row)}
      </Table.Cell>
      <Table.Cell whiteSpace="nowrap">
        <RowState valid={row.valid} />
      </Table.Cell>
      {names.map((name) => {
        const text = row.cells[name] ?? '';
        if (!correctable.includes(name)) return <Table.Cell key={name}>{text}</Table.Cell>;
        const at = { row: row.row, name };
        return (
          <EditableCell
            key={name}
            text={text}
            problem={problemAt(preview, at)}
            label={words.cellPlace(name, row.row)}
            isEditing={editing.isEditing(at)}
            takesFocus={editing.takesFocus(at)}
            onOpen={() => editing.open(at)}
            onKeep={(next, goTo) => editing.keep(at, text, next, goTo)}
            onCancel={() => editing.cancel(at)}
          />
        );
      })}
    </Table.Row>
  );
}

export function PreviewGrid(props: { preview: Preview; corrections: SheetCorrections }) {
  const { preview, corrections } = props;
  const words = useWords(checkWords);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const names = columnNames(preview);
  const all = withPending(preview, corrections.pending);
  const rows = onlyErrors ? all.filter(({ valid, edited }) => !valid || edited) : all;
  const correctable = new Map(rows.map((row) => [row.row, correctableNames(preview, row, names)]));
  const places = [...correctable].flatMap(([row, ofRow]) => ofRow.map((name) => ({ row, name })));
  const editing = useCellEditing(preview, corrections, places);
  const hasErrors = preview.rows.some(({ valid }) => !valid);

  return (
    <Box onKeyDown={editing.undoByKey}>
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
      <CorrectionBar corrections={corrections} offer={editing.offer} onOffer={editing.setOffer} />
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
          <GridHeading names={names} />
          <Table.Body>
            {rows.map((row) => (
              <GridRow
                key={row.row}
                preview={preview}
                row={row}
                names={names}
                correctable={correctable.get(row.row) ?? []}
                editing={editing}
              />
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Box>
  );
}
