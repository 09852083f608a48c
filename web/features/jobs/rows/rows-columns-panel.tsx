/** Chooses which columns of a job's rows are shown, and copies or exports the rows with these columns. */
import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#contracts/limits.ts';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { ExportButtons } from '#web/ui/export-button.tsx';
import { notify } from '#web/ui/notify.ts';
import { columnsWords } from './columns-words.ts';
import {
  copiedColumns,
  furtherColumnsOf,
  furtherLabel,
  isUsual,
  usualColumns,
  type ChosenColumns,
} from './rows-columns.ts';
import { jobWords } from '#web/features/jobs/words.ts';

/** Pasting more rows than this would be slow; the export contains all. */
const copiedRowsMax = 1_000;

/** Reads the rows that the list shows, in order, up to a number. */
export type ReadRows = (rowsMax: number) => Promise<{ rows: JobRow[]; totalCount: number }>;

function Choice(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <chakra.label display="flex" gap="2" alignItems="center" minH="7" maxW="full" cursor="pointer">
      <chakra.input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
        boxSize="4"
        flexShrink="0"
        accentColor="brand.solid"
      />
      <Text as="span" truncate>
        {props.label}
      </Text>
    </chakra.label>
  );
}

function CopyButton(props: { read: ReadRows; text: (rows: JobRow[]) => Promise<string> }) {
  const words = useWords(columnsWords);
  const [working, setWorking] = useState(false);
  const copy = async () => {
    setWorking(true);
    try {
      const reading = props.read(copiedRowsMax);
      const text = reading.then(({ rows }) => props.text(rows));
      // The clipboard gets a promise, because some browsers allow copying only during the click.
      const blob = text.then((each) => new Blob([each], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      const { rows, totalCount } = await reading;
      notify(
        'success',
        rows.length < totalCount ? words.copiedFirst(rows.length) : words.copied(rows.length),
      );
    } catch (error) {
      notify('error', `${words.copyFailed} ${errorText(error)}`);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      loading={working}
      loadingText={words.copying}
      onClick={() => void copy()}
    >
      <ClipboardCopy aria-hidden /> {words.copy}
    </Button>
  );
}

export function RowsColumnsPanel(props: {
  chosen: ChosenColumns;
  onChoose: (columns: ChosenColumns) => void;
  /** The rows from which the available columns are derived. */
  rows: readonly JobRow[];
  read: ReadRows;
  fileName: string;
}) {
  const { chosen, onChoose, rows, read, fileName } = props;
  const words = useWords(columnsWords);
  const texts = useWords(jobWords);
  const labels = { ...texts, reference: texts.reference };
  // A column that was chosen on another page of rows stays in the list.
  const further = [...new Set([...furtherColumnsOf(rows), ...chosen.filter((id) => !isUsual(id))])];
  const choose = (id: string, isShown: boolean) =>
    onChoose(isShown ? [...chosen, id] : chosen.filter((each) => each !== id));
  const choice = (id: string, label: string) => (
    <Choice
      key={id}
      label={label}
      checked={chosen.includes(id)}
      onChange={(checked) => choose(id, checked)}
    />
  );
  const columns = copiedColumns(chosen, labels);
  return (
    <Stack gap="3" borderWidth="1px" borderRadius="l2" p="3" mb="3" textStyle="sm">
      <Stack as="fieldset" gap="2" aria-label={words.shown}>
        <Flex columnGap="5" wrap="wrap">
          {usualColumns.map((id) => choice(id, texts[id]))}
        </Flex>
        {further.length > 0 ? (
          <>
            <Text textStyle="xs" color="fg.muted">
              {words.furtherOnes}
            </Text>
            <Flex columnGap="5" wrap="wrap" maxH="48" overflowY="auto" tabIndex={0}>
              {further.map((id) => choice(id, furtherLabel(id)))}
            </Flex>
          </>
        ) : null}
      </Stack>
      <Flex gap="2" wrap="wrap">
        <CopyButton
          read={read}
          text={async (copied) => (await import('#web/lib/csv.ts')).pastedText(copied, columns)}
        />
        <ExportButtons
          name={fileName}
          countText={words.rows}
          disabled={false}
          columns={columns}
          readAll={() => read(limits.rowsPerJobMax).then((all) => all.rows)}
        />
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => onChoose(usualColumns)}>
          {words.usualOnes}
        </Button>
      </Flex>
    </Stack>
  );
}
