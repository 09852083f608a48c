/**
 * Moves between the failed rows of a long list, by a button beside the columns and by the keys N and P. It is part of
 * the code of the scrolling frame, so that jobs of few rows do not load it.
 */
import { Box, Button, Flex } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { limits } from '#contracts/limits.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import type { QueryRows } from '#web/features/jobs/queries.ts';
import { findFailed, type FoundRow, type Step } from './find-failed.ts';
import { nextFailedWords } from './next-failed-words.ts';

const pageSize = limits.jobRowsPageSizeMax;

const steps: Record<string, Step> = { n: 'next', p: 'previous' };

/** Returns the step of a key. Keys count only while no modifier key is held (WCAG 2.1.4). */
const stepOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Step | undefined =>
  ctrlKey || metaKey || altKey || shiftKey ? undefined : steps[key];

type View = {
  frame: RefObject<HTMLElement | null>;
  /** The indexes of the first and the last row in view. */
  inView: () => { first: number; last: number };
  scrollTo: (index: number) => void;
};

export type FailedRows = {
  found: FoundRow | null;
  go: (step: Step) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** The customer has moved on by another means, so a row that is still awaited no longer gets the focus. */
  forget: () => void;
};

function focusedIndex(frame: HTMLElement | null): number | null {
  const { activeElement } = document;
  const index = frame?.contains(activeElement)
    ? activeElement?.closest('[data-index]')?.getAttribute('data-index')
    : null;
  return index ? Number(index) : null;
}

export function useFailedRows(query: QueryRows, { frame, inView, scrollTo }: View): FailedRows {
  const client = useQueryClient();
  const [found, setFound] = useState<FoundRow | null>(null);
  /** The row to focus once it is in the document. */
  const awaited = useRef<number | null>(null);
  const latest = useRef<number | null>(null);
  const running = useRef(Promise.resolve());
  useEffect(() => {
    if (awaited.current === null) return;
    const row = frame.current?.querySelector(`[data-index="${awaited.current}"]`);
    const opener = row?.querySelector<HTMLElement>('[data-opens]');
    if (!opener) return;
    awaited.current = null;
    opener.focus({ preventScroll: true });
    // The row is in the middle of the frame, which may itself be partly outside the window. The page scrolls no further
    // than that needs, so that the button stays in reach.
    row?.scrollIntoView({ block: 'nearest' });
  });

  /** Goes on from the focused row, or else from the row it last went to, or else from the first row in view. */
  const from = (step: Step): number => {
    const { first, last } = inView();
    const seen = latest.current !== null && latest.current >= first && latest.current <= last;
    const index = awaited.current ?? focusedIndex(frame.current) ?? (seen ? latest.current : null);
    return index === null ? first + (step === 'next' ? 0 : 1) : index + 1;
  };
  const read = (page: number) =>
    client.query(query({ outcome: 'failed', like: null, page, limit: pageSize }));
  const move = async (step: Step) => {
    const next = await findFailed(read, from(step), step, pageSize);
    if (!next) return;
    latest.current = awaited.current = next.rowNumber - 1;
    scrollTo(next.rowNumber - 1);
    setFound(next);
  };
  const go = (step: Step) => {
    // Each step goes on from the one before, so none of several quick ones is lost.
    running.current = running.current
      .then(() => move(step))
      .catch(() => notify('error', wordsNow(nextFailedWords).unread));
  };
  const forget = () => {
    awaited.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event);
    if (step === undefined) return forget();
    if (event.target instanceof HTMLInputElement || !event.currentTarget.contains(event.target as Node))
      return;
    event.preventDefault();
    go(step);
  };
  return { found, go, onKeyDown, forget };
}

/** Look-ups that found nothing are not called failed if no other row has failed. */
export const onlyNotFound = (job: Pick<JobProgress, 'rowsFailed' | 'rowsNotFound'>): boolean =>
  job.rowsFailed === job.rowsNotFound;

/** The button stands in the heading of the panel, where its place is free. */
export function NextFailed(props: {
  failedRows: FailedRows;
  job: Pick<JobProgress, 'rowsFailed' | 'rowsNotFound'>;
  place: HTMLElement;
}) {
  const { failedRows, job, place } = props;
  const { found, go, onKeyDown } = failedRows;
  const words = useWords(nextFailedWords);
  const isOnlyNotFound = onlyNotFound(job);
  return createPortal(
    <Flex align="center" gap="2" textStyle="xs" color="fg.muted">
      <Box as="output" hideBelow="sm" fontVariantNumeric="tabular-nums">
        {found ? words.at(found.rowNumber, found.place, found.rows) : ''}
      </Box>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={isOnlyNotFound ? words.notFoundRow : words.failedRow}
        aria-keyshortcuts="N"
        onClick={() => go('next')}
        onKeyDown={onKeyDown}
      >
        <ArrowDown aria-hidden /> {isOnlyNotFound ? words.notFound : words.failed}
      </Button>
    </Flex>,
    place,
  );
}
