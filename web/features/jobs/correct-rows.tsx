/** The way from an ended job to the page that corrects its failed rows. */
import { Button } from '@chakra-ui/react';
import { PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { JobDetail } from '#contracts/jobs.ts';
import { findService } from '#services/catalogue.ts';
import { isExpired } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { hasEnded } from './queries.ts';

function isSheet(serviceId: string): boolean {
  const service = findService(serviceId);
  return service?.availability === 'available' && service.input.kind === 'sheet';
}

export function CorrectRows(props: { job: JobDetail }) {
  const { job } = props;
  if (!hasEnded(job) || job.rowsFailed === 0 || isExpired(job.expiresAt) || !isSheet(job.serviceId))
    return null;
  return (
    <Button variant="outline" colorPalette="gray" asChild>
      <Link to={paths.corrections(job.jobId)}>
        <PencilLine aria-hidden /> Correct failed rows
      </Link>
    </Button>
  );
}
