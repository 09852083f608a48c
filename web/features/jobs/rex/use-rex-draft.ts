/** Holds the draft of the REX page: the extracted ZIP and the CSV that was matched to it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
import type { RexZip } from '#contracts/calls/rex-answers.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { fileProblem } from '#web/ui/file-drop.tsx';
import type { CheckedFile } from '#web/features/jobs/dashboard/use-start-draft.ts';
import { uploadCsv, uploadZip, type MatchedCsv } from './queries.ts';

export type RexDraft = ReturnType<typeof useRexDraft>;

export function useRexDraft(userId: string) {
  const [zip, setZip] = useState<{ name: string; kept: RexZip } | null>(null);
  const [matched, setMatched] = useState<MatchedCsv | null>(null);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [zipProblem, setZipProblem] = useState<string | null>(null);
  const [csvProblem, setCsvProblem] = useState<string | null>(null);

  /** Each call creates a new key, because a submission after a change or a refusal is a new request. */
  const keepPreview = (preview: Preview): CheckedFile => {
    const file = { preview, key: crypto.randomUUID(), checkedAtMs: Date.now(), edits: [] };
    setChecked(file);
    return file;
  };
  const zipUpload = useMutation({
    ...sentAgain,
    mutationFn: uploadZip,
    onSuccess: (kept, { file }) => setZip({ name: file.name, kept }),
  });
  const csvUpload = useMutation({
    ...sentAgain,
    mutationFn: uploadCsv,
    onSuccess: (answer) => {
      setMatched(answer);
      keepPreview(answer.csv.preview);
    },
  });
  const dropCsv = () => {
    csvUpload.reset();
    setCsvProblem(null);
    setMatched(null);
    setChecked(null);
  };
  /** Reads the last chosen CSV again, with the headings that were chosen for its columns. */
  const readUnder = (columns: ColumnMapping) => {
    const sent = csvUpload.variables;
    if (!sent) return;
    setMatched(null);
    setChecked(null);
    csvUpload.mutate({ ...sent, columns });
  };
  const reset = () => {
    dropCsv();
    zipUpload.reset();
    setZipProblem(null);
    setZip(null);
  };
  return {
    zip,
    matched,
    checked,
    zipUpload,
    csvUpload,
    zipProblem,
    csvProblem,
    keepPreview,
    readUnder,
    dropCsv,
    reset,
    takeZip: (file: File) => {
      reset();
      const problem = fileProblem(file, ['.zip']);
      setZipProblem(problem);
      if (!problem) zipUpload.mutate({ file, userId });
    },
    takeCsv: (file: File) => {
      dropCsv();
      const problem = fileProblem(file, ['.csv']);
      setCsvProblem(problem);
      if (!problem && zip) csvUpload.mutate({ file, zip: zip.kept });
    },
  };
}
