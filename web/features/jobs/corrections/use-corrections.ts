/**
 * Holds the customer's corrections of a job's failed rows, and the server's check of them. The corrections survive a
 * reload and a look at another page.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '#web/lib/client.ts';
import { useStoredState } from '#web/lib/use-stored-state.ts';
import { jobRowsQuery } from '#web/features/jobs/queries.ts';

/** A check starts after typing has paused for this time. */
const checkDelayMs = 500;
const undoStepsMax = 200;

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
      let total = 1;
      for (let page = 1; rows.length < Math.min(total, limits.correctedRowsMax); page += 1) {
        const answer = await client.query({
          ...jobRowsQuery({
            jobId,
            page,
            like,
            limit: limits.jobRowsPageSizeMax,
            outcome: 'failed',
            running: false,
          }),
          staleTime: 0,
        });
        rows.push(...answer.rows);
        total = answer.rows.length === 0 ? 0 : answer.pagination.totalCount;
      }
      return { rows: rows.slice(0, limits.correctedRowsMax), total };
    },
  });
}

/**
 * `isFixed` says that the portal has the row's filing, or may have it. Then the row is looked up exactly as it was sent, so
 * it cannot be edited.
 */
export type Draft = { row: JobRow; cells: Record<string, string>; chosen: boolean; isFixed: boolean };

export type Corrections = {
  drafts: Draft[];
  write: (rowNumber: number, heading: string, text: string) => void;
  /** How many other chosen rows still have the text that stood in this changed cell. */
  othersAlike: (draft: Draft, heading: string) => number;
  /** Writes the text of a changed cell into those rows. */
  writeOthers: (draft: Draft, heading: string) => void;
  choose: (rowNumber: number, chosen: boolean) => void;
  /** Takes the last change back; null without one. What is typed into one cell is one change. */
  undo: (() => void) | null;
  /** Forgets what was changed in rows that run now. */
  forget: (rows: readonly ChosenRow[]) => void;
  chosen: ChosenRow[];
  /** Null until the first answer; `isStale` is true while the answer is about earlier cells. */
  preview: CorrectionPreview | null;
  isStale: boolean;
  error: Error | null;
  checkAgain: () => void;
};

/** Returns the other chosen rows that still have the text which stood in this changed cell. */
function alike(drafts: readonly Draft[], changed: Draft, heading: string): Draft[] {
  const before = changed.row.data[heading] ?? '';
  if (before === (changed.cells[heading] ?? '')) return [];
  return drafts.filter(
    ({ chosen, isFixed, cells }) => chosen && !isFixed && (cells[heading] ?? '') === before,
  );
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

function draftOf(row: JobRow, change: Change | undefined, isFixed: boolean): Draft {
  const cells = isFixed ? row.data : { ...row.data, ...change?.cells };
  return { row, cells, chosen: change?.chosen ?? true, isFixed };
}

/** Remembers what the changes were before, so that they can be taken back. */
function useUndoableChanges(jobId: string) {
  const [changes, keep] = useKeptChanges(jobId);
  const [past, setPast] = useState<readonly { before: Changes; cell: string | null }[]>([]);
  const before = past.at(-1);
  return {
    changes,
    /** Changes that name the same cell one after the other are one step. */
    change: (next: Changes, cell: string | null = null) => {
      if (cell === null || cell !== before?.cell)
        setPast([...past, { before: changes, cell }].slice(-undoStepsMax));
      keep(next);
    },
    undo: before
      ? () => {
          setPast(past.slice(0, -1));
          keep(before.before);
        }
      : null,
    forget: (next: Changes) => {
      setPast([]);
      keep(next);
    },
  };
}

export function useCorrections(jobId: string, rows: JobRow[]): Corrections {
  const { changes, change, undo, forget } = useUndoableChanges(jobId);
  // The rows of lost answers are known from the start, those of other filings once the first check has answered.
  const [fixedRows, setFixedRows] = useState<readonly number[]>([]);
  const drafts = useMemo(() => {
    const fixed = new Set(fixedRows);
    return rows.map((row) =>
      draftOf(row, changes[row.rowNumber], row.outcome === 'UNCERTAIN' || fixed.has(row.rowNumber)),
    );
  }, [changes, rows, fixedRows]);
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
  if (check.data && String(check.data.fixedRows) !== String(fixedRows)) setFixedRows(check.data.fixedRows);
  return {
    drafts,
    chosen,
    undo,
    write: (rowNumber, heading, text) =>
      change({ ...changes, [rowNumber]: written(rowNumber, heading, text) }, `${rowNumber} ${heading}`),
    othersAlike: (draft, heading) => alike(drafts, draft, heading).length,
    writeOthers: (draft, heading) => {
      const text = draft.cells[heading] ?? '';
      const ofOthers = alike(drafts, draft, heading).map(({ row }) => [
        row.rowNumber,
        written(row.rowNumber, heading, text),
      ]);
      change({ ...changes, ...(Object.fromEntries(ofOthers) as Changes) });
    },
    choose: (rowNumber, isChosen) =>
      change({ ...changes, [rowNumber]: { ...changed(rowNumber), chosen: isChosen } }),
    forget: (run) => {
      const numbers = new Set(run.map(({ rowNumber }) => String(rowNumber)));
      forget(Object.fromEntries(Object.entries(changes).filter(([rowNumber]) => !numbers.has(rowNumber))));
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
