/** Shows all jobs of the customer. Filters, search and page are part of the address. */
import { Box, Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FilterX, ListChecks } from 'lucide-react';
import {
  jobListPageSize,
  jobListPageSizes,
  jobSearchCharactersMax,
  rowSearchCharactersMin,
} from '#contracts/jobs/job-list-rules.ts';
import { shownStates } from '#contracts/jobs/shown-state.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { serviceName, services } from '#web/lib/services.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { FilterSelect } from '#web/ui/filter-select.tsx';
import { useFoldedFilters } from '#web/ui/folded-filters.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { PageSizeSelect } from '#web/ui/page-size-select.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PeriodFilter } from '#web/ui/period-filter.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { JobList } from './job-list.tsx';
import { filtersSet, isFiltered, jobListQuery, jobListViewIn, type JobFilters } from './queries.ts';
import { SavedViews } from './saved-views.tsx';
import { jobListWords } from './words.ts';

type Change = ReturnType<typeof useFilters>['change'];

const stateChoices = ['all', 'open', ...shownStates] as const;

function Filters(props: { filters: JobFilters; pageSize: number; change: Change }) {
  const { filters, pageSize, change } = props;
  const words = useWords(jobListWords);
  const labels = { ...useWords(uiWords).jobStates, all: words.all, open: words.unfinished };
  const { button, displayOf } = useFoldedFilters(filtersSet(filters));
  const { length } = filters.search;
  return (
    <Stack gap="3" pt="3" pb="4">
      <Flex gap="2" wrap="wrap" align="center">
        <Flex gap="2" w={{ base: 'full', md: '72' }}>
          <Box flex="1" minW="0">
            <SearchField
              label={words.search}
              value={filters.search}
              maxLength={jobSearchCharactersMax}
              onSearch={(search) => change({ q: search || null })}
            />
          </Box>
          {button}
        </Flex>
        <Box display={displayOf('contents')}>
          <FilterSelect
            label={words.service}
            any={words.anyService}
            choices={services.map(({ id, name }) => [id, serviceName(id, name)])}
            value={filters.service}
            onChange={(service) => change({ service })}
          />
          <Box ms="auto">
            <PageSizeSelect
              sizes={jobListPageSizes}
              value={pageSize}
              onChange={(size) => change({ size: size === jobListPageSize ? null : String(size) })}
            />
          </Box>
        </Box>
      </Flex>
      {length > 0 && length < rowSearchCharactersMin ? (
        <Text textStyle="xs" color="fg.muted">
          {words.moreCharacters(rowSearchCharactersMin)}
        </Text>
      ) : null}
      <Flex display={displayOf('flex')} gap="2" columnGap="6" wrap="wrap">
        <ChoiceFilter
          label={words.state}
          choices={stateChoices.map((value) => ({ value, label: labels[value] }))}
          value={filters.state}
          onChange={(state) => change({ state: state === 'all' ? null : state })}
        />
        <PeriodFilter
          value={filters.period}
          onChange={(period) => change({ days: period === 'all' ? null : period })}
        />
      </Flex>
    </Stack>
  );
}

function NoJob(props: { filtered: boolean; onClear: () => void }) {
  const words = useWords(jobListWords);
  if (!props.filtered)
    return (
      <EmptyState icon={ListChecks} title={words.none}>
        {words.noneHint}
        <br />
        <RouteButton size="sm" mt="3" to={paths.dashboard()}>
          {words.startFirst}
        </RouteButton>
      </EmptyState>
    );
  return (
    <EmptyState icon={FilterX} title={words.noneMatches}>
      {words.noneMatchesHint}
      <br />
      <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onClear}>
        {words.showAll}
      </Button>
    </EmptyState>
  );
}

export function JobsPage() {
  const words = useWords(jobListWords);
  const user = useUser();
  const { query, change } = useFilters();
  const { filters, page, pageSize } = jobListViewIn(query);
  const list = useQuery(jobListQuery({ userId: user.id, filters, page, pageSize }));
  const searchedFrom = list.data?.rowsSearchedFrom;
  usePageTitle(words.title);
  return (
    <Container maxW="7xl" py="5">
      <Heading as="h1" srOnly>
        {words.title}
      </Heading>
      <Panel title={words.allJobs}>
        <SavedViews query={query} />
        <Filters filters={filters} pageSize={pageSize} change={change} />
        {searchedFrom ? (
          <Text textStyle="xs" color="fg.muted" pb="3">
            {words.searchedFrom(formatDateTime(searchedFrom))}
          </Text>
        ) : null}
        <PagedList
          list={list}
          label={words.list}
          countText={words.count}
          page={page}
          pageSize={pageSize}
          onPage={(next) => change({ page: String(next) })}
          failure={{ title: words.loadFailed, retryLabel: words.tryAgain }}
          empty={
            <NoJob
              filtered={isFiltered(filters)}
              onClear={() => change({ state: null, service: null, days: null, q: null })}
            />
          }
        >
          {(jobs) => <JobList jobs={jobs} />}
        </PagedList>
      </Panel>
    </Container>
  );
}
