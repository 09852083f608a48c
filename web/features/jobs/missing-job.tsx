/**
 * Tells the customer that a job does not exist. It offers no retry: the address is wrong, or belongs to another
 * account.
 */
import { Box } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { ApiError } from '#web/lib/client.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { jobWords } from './words.ts';

const statuses = [400, 403, 404];

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && statuses.includes(error.status);

export function MissingJob() {
  const words = useWords(jobWords);
  return (
    <Box role="alert">
      <EmptyState icon={SearchX} title={words.missing}>
        <RouteButton size="sm" mt="3" to={paths.jobs}>
          {words.allJobs}
        </RouteButton>
      </EmptyState>
    </Box>
  );
}
