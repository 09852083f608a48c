/** Saves all records that match a list's filters as a CSV file. A failure message says what to do. */
import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CsvColumn } from '#web/lib/csv.ts';
import { isoDay } from '#web/lib/dates.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { notify } from './notify.ts';
import { requestIdText } from './states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function ExportButton<T>(props: {
  /** The file name consists of this and the day. */
  name: string;
  /** Formats the number of saved records: "12 transactions". */
  countText: (count: number) => string;
  disabled: boolean;
  columns: readonly CsvColumn<T>[];
  readAll: () => Promise<T[]>;
}) {
  const { name, countText, disabled, columns, readAll } = props;
  const words = useWords(uiWords);
  const [working, setWorking] = useState(false);
  const save = async () => {
    setWorking(true);
    try {
      const [records, { csvText }] = await Promise.all([readAll(), import('#web/lib/csv.ts')]);
      saveFile(`${name}-${isoDay(new Date())}.csv`, csvText(records, columns));
      notify('success', words.exported(countText(records.length)));
    } catch (error) {
      notify('error', words.exportFailed(errorText(error)), requestIdText(error));
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
      loadingText={words.exporting}
      disabled={disabled}
      onClick={() => void save()}
    >
      <Download aria-hidden /> {words.export}
    </Button>
  );
}
