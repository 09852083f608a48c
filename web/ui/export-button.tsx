/** Saves everything that matches a list's filters as a CSV file; a failure says what to do. */
import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CsvColumn } from '../lib/csv.ts';
import { isoDay } from '../lib/dates.ts';
import { plural } from '../lib/plural.ts';
import { saveFile } from '../lib/save-file.ts';
import { notify } from './notify.ts';
import { errorText, requestIdText } from './states.tsx';

export function ExportButton<T>(props: {
  /** The file's name is this and the day. */
  name: string;
  noun: string;
  disabled: boolean;
  columns: readonly CsvColumn<T>[];
  readAll: () => Promise<T[]>;
}) {
  const { name, noun, disabled, columns, readAll } = props;
  const [working, setWorking] = useState(false);
  const save = async () => {
    setWorking(true);
    try {
      const [records, { csvText }] = await Promise.all([readAll(), import('../lib/csv.ts')]);
      saveFile(`${name}-${isoDay(new Date())}.csv`, csvText(records, columns));
      notify('success', `${plural(records.length, noun)} exported.`);
    } catch (error) {
      notify('error', `The export failed. ${errorText(error)}`, requestIdText(error));
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
      loadingText="Exporting"
      disabled={disabled}
      onClick={() => void save()}
    >
      <Download aria-hidden /> Export CSV
    </Button>
  );
}
