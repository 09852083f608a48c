/** Saves all records that match a list's filters as a CSV file or an Excel workbook. A failure message says what to do. */
import { Button, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { SheetColumn } from '#web/lib/sheet-columns.ts';
import { isoDay } from '#web/lib/dates.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { notify } from './notify.ts';
import { requestIdText } from './states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

type Written<T> = (records: readonly T[], columns: readonly SheetColumn<T>[]) => Promise<Blob>;
type Format = 'csv' | 'xlsx';

async function writtenAsCsv<T>(...[records, columns]: Parameters<Written<T>>): Promise<Blob> {
  const { csvText } = await import('#web/lib/csv.ts');
  return new Blob([csvText(records, columns)], { type: 'text/csv;charset=utf-8' });
}

async function writtenAsWorkbook<T>(...[records, columns]: Parameters<Written<T>>): Promise<Blob> {
  const { workbookFile } = await import('#web/lib/workbook-file.ts');
  return workbookFile(records, columns, wordsNow(uiWords).workbookFailed);
}

export function ExportButtons<T>(props: {
  /** The first part of the file name; the day follows. */
  name: string;
  /** Formats the number of saved records: "12 transactions". */
  countText: (count: number) => string;
  disabled: boolean;
  /** The saved columns; a function if they depend on the records. */
  columns: readonly SheetColumn<T>[] | ((records: readonly T[]) => readonly SheetColumn<T>[]);
  readAll: () => Promise<T[]>;
}) {
  const { name, countText, disabled, columns, readAll } = props;
  const words = useWords(uiWords);
  const [working, setWorking] = useState<Format | null>(null);
  const save = async (format: Format) => {
    setWorking(format);
    try {
      const records = await readAll();
      const shown = typeof columns === 'function' ? columns(records) : columns;
      const write: Written<T> = format === 'csv' ? writtenAsCsv : writtenAsWorkbook;
      saveFile(`${name}-${isoDay(new Date())}.${format}`, await write(records, shown));
      notify('success', words.exported(countText(records.length)));
    } catch (error) {
      notify('error', words.exportFailed(errorText(error)), requestIdText(error));
    } finally {
      setWorking(null);
    }
  };
  const button = (format: Format, label: string) => (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      loading={working === format}
      loadingText={words.exporting}
      disabled={disabled || working !== null}
      onClick={() => void save(format)}
    >
      <Download aria-hidden /> {label}
    </Button>
  );
  return (
    <Flex gap="2" wrap="wrap" justify="flex-end">
      {button('csv', words.export)}
      {button('xlsx', words.exportWorkbook)}
    </Flex>
  );
}
