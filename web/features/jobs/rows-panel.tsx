/** Shows every row of a job. Filter and page are part of the address, so that a view can be shared. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { JobDetail } from '#contracts/calls/job-answers.ts';
import { hasEnded, jobRowsQuery } from './queries.ts';
import { rowFilterIn, RowsView } from './rows-view.tsx';

export function RowsPanel(props: { job: JobDetail }) {
  const { job } = props;
  const [query, setQuery] = useSearchParams();
  const outcome = rowFilterIn(query.get('rows'));
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const rows = useQuery(jobRowsQuery({ jobId: job.jobId, page, outcome, running: !hasEnded(job) }));
  return (
    <RowsView
      job={job}
      rows={rows}
      shown={{ outcome, page }}
      onShow={(next) => setQuery({ rows: next.outcome, page: String(next.page) }, { replace: true })}
    />
  );
}
