/** Links from an ended job to the page that corrects its failed rows. */
import { Button } from '@chakra-ui/react';
import { PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { JobDetail } from '#contracts/calls/job-answers.ts';
import { isExpired } from '#web/lib/dates.ts';
import { findService } from '#web/lib/services.ts';
import { paths } from '#web/paths.ts';
import { hasEnded } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

function isSheet(serviceId: string): boolean {
  return findService(serviceId)?.input.kind === 'sheet';
}

export function CorrectRows(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  if (!hasEnded(job) || job.rowsFailed === 0 || isExpired(job.expiresAt) || !isSheet(job.serviceId))
    return null;
  return (
    <Button variant="outline" colorPalette="gray" asChild>
      <Link to={paths.corrections(job.jobId)}>
        <PencilLine aria-hidden /> {words.correct}
      </Link>
    </Button>
  );
}
