/** Renders records as the rows of a table, or on a phone as list items with a few lines of text each. */
import { Box, Stack, Table, Text, type TableCellProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useIsWide, type WideFrom } from '#web/lib/use-wide.ts';

export type Column<T> = {
  title: string;
  /** The heading is read by screen readers only, for example above a column of buttons. */
  isTitleHidden?: boolean;
  /** Aligns numbers and actions with the end of the column. */
  atEnd?: boolean;
  cell: (record: T) => ReactNode;
  look?: Pick<TableCellProps, 'whiteSpace' | 'overflowWrap' | 'color' | 'w' | 'maxW' | 'pe'>;
};

type Props<T> = {
  records: readonly T[];
  keyOf: (record: T) => string;
  columns: readonly Column<T>[];
  /** Renders a record on a phone. */
  renderLines: (record: T) => ReactNode;
  /** The breakpoint from which the columns have enough room. */
  wideFrom?: WideFrom;
  /** Renders the details below an open record, in the table and on a phone. */
  renderDetails?: (record: T) => ReactNode;
  /** Called for a click anywhere on the record. A button inside the record must do the same for the keyboard. */
  onClick?: (record: T) => void;
};

const isNumeric = { fontVariantNumeric: 'tabular-nums' } as const;

/** Aligns the outer columns with the content above and below the table. */
function edges(index: number, count: number) {
  return { ...(index === 0 ? { ps: '0' } : {}), ...(index === count - 1 ? { pe: '0' } : {}) };
}

function Heading<T>(props: { columns: readonly Column<T>[] }) {
  const { columns } = props;
  return (
    <Table.Row bg="bg.panel">
      {columns.map(({ title, isTitleHidden, atEnd, look }, index) => (
        <Table.ColumnHeader
          key={title}
          textAlign={atEnd ? 'end' : undefined}
          pe={look?.pe}
          {...edges(index, columns.length)}
        >
          {isTitleHidden ? (
            <Text as="span" srOnly>
              {title}
            </Text>
          ) : (
            title
          )}
        </Table.ColumnHeader>
      ))}
    </Table.Row>
  );
}

function WideRow<T>(props: Props<T> & { record: T }) {
  const { record, columns, renderDetails, onClick } = props;
  const opened = renderDetails?.(record);
  return (
    <>
      <Table.Row
        bg={opened ? 'bg.subtle' : 'bg.panel'}
        verticalAlign="top"
        {...(onClick && {
          cursor: 'pointer',
          _hover: { bg: 'bg.subtle' },
          onClick: () => onClick(record),
        })}
      >
        {columns.map(({ title, atEnd, look, cell }, index) => (
          <Table.Cell
            key={title}
            textAlign={atEnd ? 'end' : undefined}
            {...look}
            {...edges(index, columns.length)}
          >
            {cell(record)}
          </Table.Cell>
        ))}
      </Table.Row>
      {opened ? (
        <Table.Row bg="bg.subtle">
          <Table.Cell colSpan={columns.length} px="4" pb="5">
            {opened}
          </Table.Cell>
        </Table.Row>
      ) : null}
    </>
  );
}

function WideTable<T>(props: Props<T>) {
  return (
    <Table.Root size="sm" {...isNumeric}>
      <Table.Header>
        <Heading columns={props.columns} />
      </Table.Header>
      <Table.Body>
        {props.records.map((record) => (
          <WideRow key={props.keyOf(record)} {...props} record={record} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function PhoneList<T>(props: Props<T>) {
  const { records, keyOf, renderLines, renderDetails } = props;
  return (
    <Box as="ul" listStyleType="none" textStyle="sm" {...isNumeric}>
      {records.map((record) => (
        <Stack
          as="li"
          key={keyOf(record)}
          gap="1.5"
          py="3"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0', pt: '0' }}
        >
          {renderLines(record)}
          <PhoneDetails>{renderDetails?.(record)}</PhoneDetails>
        </Stack>
      ))}
    </Box>
  );
}

function PhoneDetails(props: { children: ReactNode }) {
  if (!props.children) return null;
  return (
    <Box borderTopWidth="1px" pt="2">
      {props.children}
    </Box>
  );
}

export function RecordList<T>(props: Props<T>) {
  const isWide = useIsWide(props.wideFrom);
  return isWide ? <WideTable {...props} /> : <PhoneList {...props} />;
}
