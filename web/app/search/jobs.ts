/** Finds the customer's jobs by file, service, number and the values of their rows, such as an EXP number. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { useBankName, withBank } from '#web/lib/bank-name.ts';
import { rowPath } from '#web/features/jobs/list/queries.ts';
import { call } from '#web/lib/client.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import type { Finding, Findings } from './finding.ts';
import { searchWords } from './words.ts';

const jobsMax = 8;
/** The server is asked only after typing has paused for this long. */
const pauseMs = 200;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const foundJobsQuery = (userId: string, q: string) =>
  queryOptions({
    queryKey: ['job-search', userId, q],
    queryFn: ({ signal }) => call('GET /api/jobs', { query: { q, limit: jobsMax }, signal }),
    enabled: q !== '',
  });

/** `answered` also applies if no question was sent. */
type State = 'answered' | 'asking' | 'failed';

/** Returns nothing until the server has answered for the present text: Enter must not open an earlier finding. */
export function useJobs(query: string, user: SignedInUser): Findings & { state: State } {
  const { groups, row } = useWords(searchWords);
  const bankName = useBankName();
  const typed = query.trim();
  const settled = useSettled(typed);
  const found = useQuery(foundJobsQuery(user.id, settled));
  const state = typed === '' ? 'answered' : typed === settled ? stateOf[found.status] : 'asking';
  const findingOf = ({ id, serviceId, fileName, matchedRow, ...job }: ListedJob): Finding => ({
    id,
    label: matchedRow ? row(matchedRow.rowNumber, matchedRow.value) : fileName,
    detail: withBank(matchedRow ? fileName : serviceName(serviceId, job.serviceName), bankName(job.bank)),
    to: matchedRow ? rowPath(id, matchedRow.rowNumber) : paths.job(id),
    icon: FileSpreadsheet,
  });
  const jobs = typed !== '' && state === 'answered' ? (found.data?.jobs ?? []) : [];
  return { name: groups.jobs, findings: jobs.map(findingOf), isNamed: false, state };
}

const stateOf = { pending: 'asking', error: 'failed', success: 'answered' } as const;
