/** Holds the customer's corrections of a job's failed rows, and the server's check of them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, JobRow } from '#contracts/calls/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '#web/lib/client.ts';
import { jobRowsQuery } from './queries.ts';

/** A check starts after typing has paused for this time. */
const checkDelayMs = 500;
const rowsPerPage = 50;
const pagesMax = Math.ceil(limits.correctedRowsMax / rowsPerPage);

/** Reads the failed rows, up to the number that can be corrected here at once; `total` counts all of them. */
export function failedRowsQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'failed-rows'],
    // A refetch must not replace what the customer is typing.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ client }): Promise<{ rows: JobRow[]; total: number }> => {
      const rows: JobRow[] = [];
      for (let page = 1; page <= pagesMax; page += 1) {
        const answer = await client.query({
          ...jobRowsQuery({ jobId, page, outcome: 'failed', running: false }),
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
  choose: (rowNumber: number, chosen: boolean) => void;
  chosen: ChosenRow[];
  /** Null until the first answer; `isStale` is true while the answer is about earlier cells. */
  preview: CorrectionPreview | null;
  isStale: boolean;
  error: Error | null;
  checkAgain: () => void;
};

export function useCorrections(jobId: string, rows: JobRow[]): Corrections {
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    rows.map((row) => ({ row, cells: row.data, chosen: true })),
  );
  const change = (rowNumber: number, next: (draft: Draft) => Draft) =>
    setDrafts((before) => before.map((draft) => (draft.row.rowNumber === rowNumber ? next(draft) : draft)));
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
    write: (rowNumber, heading, text) =>
      change(rowNumber, (draft) => ({ ...draft, cells: { ...draft.cells, [heading]: text } })),
    choose: (rowNumber, isChosen) => change(rowNumber, (draft) => ({ ...draft, chosen: isChosen })),
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
