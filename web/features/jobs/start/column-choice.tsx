/** Asks which column of the sheet is meant for each column of the service that no heading matches. */
import { Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ColumnMapping, MissingColumns } from '#contracts/jobs/column-mapping.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { ApiError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { columnWords } from './column-words.ts';

const examplesMax = 3;

/** A sheet whose columns the customer must name; without an upload id it must be sent again. */
export type AskedSheet = Pick<MissingColumns, 'missingColumns' | 'headings'> & { uploadId: string };

/**
 * Returns the question if the sheet was refused for missing columns, with the columns that have been chosen already.
 * The details are the server's own answer.
 */
export function askedOf(error: unknown, chosen: ColumnMapping = {}): AskedSheet | null {
  if (!(error instanceof ApiError) || !('missingColumns' in error.details)) return null;
  const { uploadId, headings, missingColumns } = error.details as unknown as MissingColumns;
  const already = Object.entries(chosen).map(([name, guess]) => ({ name, guess }));
  return uploadId === undefined
    ? null
    : { uploadId, headings, missingColumns: [...already, ...missingColumns] };
}

/** Returns the question for changing headings that were chosen for a sheet. */
function chosenIn({ columns, unknownHeaders, rows, uploadId }: Preview): AskedSheet {
  const headings = [
    ...columns.flatMap(({ name, header }) => (header === null ? [] : [{ name, heading: header }])),
    ...unknownHeaders.map((heading) => ({ name: heading, heading })),
  ];
  return {
    uploadId,
    missingColumns: columns
      .filter(({ byHand }) => byHand)
      .map(({ name, header }) => ({ name, guess: header })),
    headings: headings.map(({ name, heading }) => ({
      heading,
      examples: [...new Set(rows.map(({ cells }) => cells[name] ?? '').filter(Boolean))].slice(
        0,
        examplesMax,
      ),
    })),
  };
}

export function ColumnChoice(props: {
  asked: AskedSheet;
  pending: boolean;
  error: Error | null;
  onRead: (columns: ColumnMapping) => void;
  onCancel?: () => void;
}) {
  const { asked, pending, error, onRead, onCancel } = props;
  const words = useWords(columnWords);
  const reasonId = useId();
  const [chosen, setChosen] = useState<ColumnMapping>(() =>
    Object.fromEntries(asked.missingColumns.flatMap(({ name, guess }) => (guess ? [[name, guess]] : []))),
  );
  const open = asked.missingColumns.filter(({ name }) => !chosen[name]);
  const isTwice = new Set(Object.values(chosen)).size < Object.values(chosen).length;
  const reason =
    open.length > 0
      ? words.chooseFor(open.map(({ name }) => name).join(', '))
      : isTwice
        ? words.onlyOnce
        : null;
  const choose = (name: string, heading: string) => {
    const { [name]: _former, ...others } = chosen;
    setChosen(heading === '' ? others : { ...others, [name]: heading });
  };
  const choices = [
    { value: '', label: words.choose },
    ...asked.headings.map(({ heading, examples }) => ({
      value: heading,
      label: examples.length > 0 ? words.headingWith(heading, examples.join(', ')) : heading,
    })),
  ];
  return (
    <Stack
      as="form"
      gap="3"
      borderWidth="1px"
      borderRadius="l2"
      p="3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null) onRead(chosen);
      }}
    >
      <Text textStyle="sm">{words.why}</Text>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        {asked.missingColumns.map(({ name }) => (
          <SelectField
            key={name}
            label={words.headingFor(name)}
            choices={choices}
            value={chosen[name] ?? ''}
            onChange={(heading) => choose(name, heading)}
            disabled={pending}
          />
        ))}
      </Grid>
      {error ? <Notice tone="error">{errorText(error)}</Notice> : null}
      <Flex gap="3" align="center" wrap="wrap">
        <Button
          type="submit"
          size="sm"
          disabled={reason !== null}
          loading={pending}
          aria-describedby={reasonId}
        >
          {words.read}
        </Button>
        {onCancel ? (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={onCancel}>
            {words.leave}
          </Button>
        ) : null}
        <Text id={reasonId} textStyle="sm" color="fg.muted">
          {reason ?? words.remembered}
        </Text>
      </Flex>
    </Stack>
  );
}

/** Lists the columns that are read under a heading chosen by hand, and lets the choice be changed. */
export function ColumnsByHand(props: {
  preview: Preview;
  pending: boolean;
  error: Error | null;
  onRead: (columns: ColumnMapping) => void;
}) {
  const { preview, pending, error, onRead } = props;
  const words = useWords(columnWords);
  const [changing, setChanging] = useState(false);
  const byHand = preview.columns.filter((column) => column.byHand);
  if (byHand.length === 0) return null;
  if (changing) {
    return (
      <ColumnChoice
        asked={chosenIn(preview)}
        pending={pending}
        error={error}
        onRead={onRead}
        onCancel={() => setChanging(false)}
      />
    );
  }
  return (
    <Flex gap="2" align="center" wrap="wrap" textStyle="sm">
      {byHand.map(({ name, header }) => (
        <Text key={name}>{words.readAs(header ?? '', name)}</Text>
      ))}
      <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setChanging(true)}>
        {words.change}
      </Button>
    </Flex>
  );
}
