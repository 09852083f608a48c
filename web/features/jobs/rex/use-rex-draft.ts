/**
 * Holds the draft of the REX page: the extracted ZIP and the CSV that was matched to it. It survives a reload and a look at
 * another page.
 */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { RexZip } from '#contracts/calls/jobs/rex-answers.ts';
import { limits } from '#contracts/limits.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { useStoredState } from '#web/lib/use-stored-state.ts';
import { fileProblem } from '#web/ui/file-drop.tsx';
import type { CheckedFile } from '#web/features/jobs/start/use-start-draft.ts';
import { uploadCsv, uploadZip, type MatchedCsv } from './queries.ts';

export type RexDraft = ReturnType<typeof useRexDraft>;

type Uploaded = {
  zip: { name: string; kept: RexZip } | null;
  matched: MatchedCsv | null;
  checked: CheckedFile | null;
};
const nothing: Uploaded = { zip: null, matched: null, checked: null };

type Kept = Uploaded & { keptAtMs: number };
const isFresh = ({ keptAtMs }: Kept): boolean => Date.now() - keptAtMs < limits.draftRetentionMs;

/** Keeps in this tab what was uploaded, for as long as the server does. */
function useUploaded(): [Uploaded, (change: Partial<Uploaded>) => void] {
  const [kept, setKept] = useStoredState<Kept | null>('chalan-rex-draft-2', null);
  const uploaded = kept && isFresh(kept) ? kept : nothing;
  const keep = (change: Partial<Uploaded>) => {
    const next = { ...uploaded, ...change };
    setKept(next.zip ? { ...next, keptAtMs: Date.now() } : null);
  };
  return [uploaded, keep];
}

/** Each call creates a new key, because a submission after a change or a refusal is a new request. */
const checkedNow = (preview: Preview): CheckedFile => ({
  preview,
  key: crypto.randomUUID(),
  checkedAtMs: Date.now(),
  edits: [],
});

export function useRexDraft(userId: string) {
  const [{ zip, matched, checked }, keep] = useUploaded();
  /** How often a CSV was taken away; the answer to one that was taken away meanwhile is ignored. */
  const drops = useRef(0);
  const [zipProblem, setZipProblem] = useState<string | null>(null);
  const [csvProblem, setCsvProblem] = useState<string | null>(null);

  const keepPreview = (preview: Preview): CheckedFile => {
    const file = checkedNow(preview);
    keep({ checked: file });
    return file;
  };
  const zipUpload = useMutation({
    ...sentAgain,
    mutationFn: uploadZip,
    onSuccess: (kept, { file }) => keep({ zip: { name: file.name, kept }, matched: null, checked: null }),
  });
  const csvUpload = useMutation({
    ...sentAgain,
    mutationFn: async (input: Parameters<typeof uploadCsv>[0]) => {
      const drop = drops.current;
      const answer = await uploadCsv(input);
      return drop === drops.current ? answer : null;
    },
    onSuccess: (answer: MatchedCsv | null) => {
      if (answer) keep({ matched: answer, checked: checkedNow(answer.preview) });
    },
  });
  const forgetCsv = () => {
    drops.current += 1;
    csvUpload.reset();
    setCsvProblem(null);
  };
  const dropCsv = () => {
    forgetCsv();
    keep({ matched: null, checked: null });
  };
  const sent = csvUpload.variables;
  /** Reads the last chosen CSV again, with the headings that were chosen for its columns. */
  const readUnder = (columns: ColumnMapping) => {
    if (!sent) return;
    keep({ matched: null, checked: null });
    csvUpload.mutate({ ...sent, columns });
  };
  /** Shows the CSV that the server keeps, which another window has replaced. */
  const lookAgain = () => {
    if (zip) csvUpload.mutate({ file: null, zip: zip.kept });
  };
  const reset = () => {
    forgetCsv();
    zipUpload.reset();
    setZipProblem(null);
    keep(nothing);
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
    /** After a reload, the browser no longer has the file. */
    canReadAgain: sent !== undefined,
    dropCsv,
    lookAgain,
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
