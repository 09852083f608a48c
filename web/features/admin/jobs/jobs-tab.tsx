/** Finds and filters the jobs of all customers, opens one of them, or runs many again (design.md, "Admin, Jobs"). */
import { Box, Button, Flex, Stack } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FilterX, ListChecks } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { noPortal } from '#contracts/jobs/admin-job-rules.ts';
import type { AdminJobsFilter, StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { serviceName, services } from '#web/lib/services.ts';
import { useCodeOnceInUse } from '#web/lib/tab-code.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { BulkRetries } from './bulk-list.tsx';
import { BulkRetryButton } from './bulk-dialog.tsx';
import { isFiltered, JobsFilters } from './jobs-filters.tsx';
import { JobsList } from './jobs-list.tsx';
import { adminJobsQuery, jobFilterIn } from './queries.ts';
import { adminJobWords } from './words.ts';
import { usePlaceName } from '#web/features/admin/portals/place-name.ts';
import { StopJobsButton } from './stop-jobs.tsx';

const loads = {
  drawer: () => import('./jobs-drawer.tsx').then(({ JobDrawer }) => ({ default: JobDrawer })),
};
const JobDrawer = lazy(loads.drawer);

export function JobsTab() {
  const words = useWords(adminJobWords);
  const { query, change } = useFilters();
  const filter = jobFilterIn(query);
  // The server's HTML holds the list only; the drawer's code comes once it is needed or the page is in use.
  const isTakenOver = useTakenOver();
  const openId = isTakenOver ? query.get('job') : null;
  useCodeOnceInUse(loads);
  const list = useInfiniteQuery(adminJobsQuery(filter));
  const open = (job: string | null) => change({ job });
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <Stack gap="4">
      <BulkRetries onOpen={open} />
      <Panel title={words.jobs} actions={<TogetherActions filter={filter} />}>
        <JobsFilters filter={filter} change={change} />
        {list.isPending ? <LoadingLines lines={8} height="9" label={words.loading} /> : null}
        <LoadFailure title={words.loadFailed} query={list} />
        {list.data && jobs.length === 0 ? <NoJob filtered={isFiltered(filter)} /> : null}
        {jobs.length > 0 ? (
          <Box opacity={list.isPlaceholderData ? 0.6 : 1} aria-busy={list.isPlaceholderData}>
            <JobsList jobs={jobs} onOpen={open} />
          </Box>
        ) : null}
        {list.hasNextPage ? (
          <Flex justify="center" pt="4">
            <Button
              size="sm"
              variant="outline"
              colorPalette="gray"
              loading={list.isFetchingNextPage}
              loadingText={words.showMore}
              onClick={() => void list.fetchNextPage()}
            >
              {words.showMore}
            </Button>
          </Flex>
        ) : null}
      </Panel>
      <Suspense>{openId ? <JobDrawer jobId={openId} onClose={() => open(null)} /> : null}</Suspense>
    </Stack>
  );
}

/** Actions on many jobs at once. */
function TogetherActions({ filter }: { filter: AdminJobsFilter }) {
  const target = stopTargetOf(filter, usePlaceName(filter.portal ?? ''));
  return (
    <Flex gap="2" wrap="wrap">
      {target ? <StopJobsButton stops={target} size="sm" /> : null}
      <BulkRetryButton filter={filter} />
    </Flex>
  );
}

/** Jobs are stopped together by service or by portal, so any other filter would hide jobs that are stopped too. */
function stopTargetOf(filter: AdminJobsFilter, place: string): { target: StopTarget; name: string } | null {
  const { serviceId, portal } = filter;
  if (Object.values(filter).filter((value) => value !== undefined).length !== 1) return null;
  if (serviceId) {
    const name = services.find(({ id }) => id === serviceId)?.name ?? serviceId;
    return { target: { serviceId }, name: serviceName(serviceId, name) };
  }
  return portal && portal !== noPortal ? { target: { portal }, name: place } : null;
}

function NoJob(props: { filtered: boolean }) {
  const words = useWords(adminJobWords);
  if (props.filtered) return <EmptyState icon={FilterX} title={words.none} />;
  return (
    <EmptyState icon={ListChecks} title={words.noneYet}>
      {words.noneYetHint}
    </EmptyState>
  );
}
