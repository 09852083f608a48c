/** Shows the jobs of the last seven days, three per page (spec section 2, "Dashboard tab"). */
import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Pager } from '#web/ui/pager.tsx';
import { PastTheEnd } from '#web/ui/past-the-end.tsx';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { workHistoryQuery } from '#web/features/jobs/work-history-queries.ts';
import { WorkHistoryList } from './work-history-list.tsx';
import { useWords } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

export function WorkHistoryPanel() {
  const words = useWords(dashboardWords);
  const user = useUser();
  const [page, setPage] = useState(1);
  const history = useQuery(workHistoryQuery(user.id, page));
  const { workHistory, pagination } = history.data ?? {};
  // Jobs leave the list by themselves when they expire.
  const isPastTheEnd = workHistory?.length === 0 && pagination !== undefined && pagination.totalCount > 0;
  const actions = (
    <Flex gap="2" align="center">
      <RouteLink to={paths.jobs} textStyle="sm" variant="underline" color="brand.fg" minH="6">
        {words.allJobs}
      </RouteLink>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={words.refreshHistory}
        loading={history.isFetching && !history.isPending}
        onClick={() => void history.refetch()}
      >
        <RefreshCw aria-hidden />
      </IconButton>
    </Flex>
  );
  return (
    <Panel title={words.history} actions={actions}>
      {history.isPending ? <LoadingLines lines={3} height="12" label={words.loadingHistory} /> : null}
      {history.isError && !workHistory ? (
        <ErrorState
          title={words.historyFailed}
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {pagination?.totalCount === 0 ? (
        <EmptyState icon={History} title={words.noJobs}>
          {words.noJobsHint}
        </EmptyState>
      ) : null}
      {isPastTheEnd ? <PastTheEnd onFirst={() => setPage(1)} /> : null}
      {workHistory && workHistory.length > 0 ? (
        <Box opacity={history.isPlaceholderData ? 0.6 : 1}>
          <WorkHistoryList items={workHistory} />
        </Box>
      ) : null}
      {pagination && pagination.totalCount > 0 ? (
        <>
          <Pager
            label={words.historyPages}
            current={pagination.currentPage}
            total={pagination.totalPages}
            onPage={setPage}
          />
          <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
            {words.historyCount(pagination.totalCount)}
          </Text>
        </>
      ) : null}
    </Panel>
  );
}
