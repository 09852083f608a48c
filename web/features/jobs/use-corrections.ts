/**
 * Holds the customer's corrections of a job's failed rows, and the server's check of them. The corrections survive a
 * reload and a look at another page.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, JobRow } from '#contracts/calls/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '#web/lib/client.ts';
import { useStoredState } from '#web/lib/use-stored-state.ts';
import { jobRowsQuery } from './queries.ts';

/** A check starts after typing has paused for this time. */
const checkDelayMs = 500;
const rowsPerPage = 50;
const pagesMax = Math.ceil(limits.correctedRowsMax / rowsPerPage);

/**
 * Reads the failed rows, up to the number that can be corrected here at once; `total` counts all of them. With `like`,
 * it reads only those that ended like that row.
 */
export function failedRowsQuery(jobId: string, like: number | null) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'failed-rows', like],
    // A refetch must not replace what the customer is typing.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ client }): Promise<{ rows: JobRow[]; total: number }> => {
      const rows: JobRow[] = [];
      for (let page = 1; page <= pagesMax; page += 1) {
        const answer = await client.query({
          ...jobRowsQuery({ jobId, page, like, outcome: 'failed', running: false }),
          staleTime: 0,
        });
        rows.push(...answer.rows);
        if (page >= answer.pagination.totalPages) return { rows, total: answer.pagination.totalCount };
      }
      return { rows, total: Number.POSITIVE_INFINITY };
    },
  });
}

export type Draft = { row: JobRow; cells: Record<string, string>; chosen: boolean };

export type Corrections = {
  drafts: Draft[];
  write: (rowNumber: number, heading: string, text: string) => void;
  /** How many other chosen rows still have the text that stood in this changed cell. */
  othersAlike: (draft: Draft, heading: string) => number;
  /** Writes the text of a changed cell into those rows. */
  writeOthers: (draft: Draft, heading: string) => void;
  choose: (rowNumber: number, chosen: boolean) => void;
  /** Forgets what was changed in rows that run now. */
  forget: (rows: readonly ChosenRow[]) => void;
  chosen: ChosenRow[];
  /** Null until the first answer; `isStale` is true while the answer is about earlier cells. */
  preview: CorrectionPreview | null;
  isStale: boolean;
  error: Error | null;
  checkAgain: () => void;
};

/** If the answer to a filing was lost, the row is looked up exactly as it was sent, so it cannot be edited. */
export const isFixed = ({ row }: Draft): boolean => row.outcome === 'UNCERTAIN';

function isAlike(other: Draft, changed: Draft, heading: string): boolean {
  const before = changed.row.data[heading] ?? '';
  if (before === (changed.cells[heading] ?? '')) return false;
  return other.chosen && !isFixed(other) && (other.cells[heading] ?? '') === before;
}

/** What the customer has changed in a row: texts by their heading, and whether it runs. */
type Change = { cells: Record<string, string>; chosen: boolean };
type Changes = Readonly<Record<number, Change>>;
const noChanges: Changes = {};

/** Keeps the changes in this tab for as long as a checked file is kept. */
function useKeptChanges(jobId: string): [Changes, (next: Changes) => void] {
  const [kept, setKept] = useStoredState<{ changes: Changes; keptAtMs: number } | null>(
    `chalan-corrections-${jobId}`,
    null,
  );
  // What is typed on an open page stays however long that takes.
  const [openedAtMs] = useState(() => Date.now());
  const isFresh = kept !== null && openedAtMs - kept.keptAtMs < limits.draftRetentionMs;
  const keep = (changes: Changes) =>
    setKept(Object.keys(changes).length === 0 ? null : { changes, keptAtMs: Date.now() });
  return [isFresh ? kept.changes : noChanges, keep];
}

function draftOf(row: JobRow, change: Change | undefined): Draft {
  const asSent = { row, cells: row.data, chosen: change?.chosen ?? true };
  return isFixed(asSent) ? asSent : { ...asSent, cells: { ...row.data, ...change?.cells } };
}

export function useCorrections(jobId: string, rows: JobRow[]): Corrections {
  const [changes, keep] = useKeptChanges(jobId);
  const drafts = useMemo(() => rows.map((row) => draftOf(row, changes[row.rowNumber])), [changes, rows]);
  const changed = (rowNumber: number): Change => changes[rowNumber] ?? { cells: {}, chosen: true };
  const written = (rowNumber: number, heading: string, text: string): Change => {
    const { cells, chosen } = changed(rowNumber);
    return { cells: { ...cells, [heading]: text }, chosen };
  };
  const chosen = useMemo(
    () =>
      drafts.filter(({ chosen }) => chosen).map(({ row, cells }) => ({ rowNumber: row.rowNumber, cells })),
    [drafts],
  );
  const [asked, setAsked] = useState(chosen);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(chosen), checkDelayMs);
    return () => clearTimeout(timer);
  }, [chosen]);
  const check = useQuery(checkQuery(jobId, asked));
  return {
    drafts,
    chosen,
    write: (rowNumber, heading, text) => keep({ ...changes, [rowNumber]: written(rowNumber, heading, text) }),
    othersAlike: (draft, heading) => drafts.filter((other) => isAlike(other, draft, heading)).length,
    writeOthers: (draft, heading) => {
      const text = draft.cells[heading] ?? '';
      const others = drafts.filter((other) => isAlike(other, draft, heading));
      const ofOthers = others.map(({ row }) => [row.rowNumber, written(row.rowNumber, heading, text)]);
      keep({ ...changes, ...(Object.fromEntries(ofOthers) as Changes) });
    },
    choose: (rowNumber, isChosen) =>
      keep({ ...changes, [rowNumber]: { ...changed(rowNumber), chosen: isChosen } }),
    forget: (run) => {
      const numbers = new Set(run.map(({ rowNumber }) => String(rowNumber)));
      keep(Object.fromEntries(Object.entries(changes).filter(([rowNumber]) => !numbers.has(rowNumber))));
    },
    preview: check.data ?? null,
    isStale: asked !== chosen || check.isPlaceholderData || check.isFetching,
    error: check.error,
    checkAgain: () => void check.refetch(),
  };
}

function checkQuery(jobId: string, rows: ChosenRow[]) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'corrections', rows],
    gcTime: 0,
    queryFn: () =>
      call('POST /api/jobs/:jobId/corrections/check', { params: { jobId }, body: { rows } }).then(
        (answer) => answer.preview,
      ),
    placeholderData: (before: CorrectionPreview | undefined) => before,
    enabled: rows.length > 0,
  });
}

export const runCorrection = (jobId: string, rows: ChosenRow[], totalCredits: number) =>
  call('POST /api/jobs/:jobId/corrections', { params: { jobId }, body: { rows, totalCredits } });
