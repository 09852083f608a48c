/**
 * Shows the rows of any customer's job. The address names the job; the filter and the page of its rows are not part of
 * it.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminJobDetail } from '#contracts/calls/admin-answers.ts';
import { hasEnded } from '#web/features/jobs/queries.ts';
import { RowsView, type RowsShown } from '#web/features/jobs/rows-view.tsx';
import { adminRowsQuery } from './queries.ts';

export function JobRows({ job }: { job: AdminJobDetail }) {
  const [shown, show] = useState<RowsShown>({ outcome: 'all', page: 1 });
  const rows = useQuery(adminRowsQuery({ jobId: job.jobId, ...shown, running: !hasEnded(job) }));
  return <RowsView job={job} rows={rows} shown={shown} onShow={show} />;
}
