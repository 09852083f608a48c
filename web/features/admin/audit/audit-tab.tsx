/**
 * Shows the audit log of administrators' changes, newest first, with search, filters, and the values before and after.
 */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { FilterX } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '#contracts/calls/accounts-answers.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import { pageIn, searchIn, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Choice, Day } from './audit-controls.tsx';
import { actionText, Entry } from './audit-entry.tsx';
import { auditWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const pageSize = 20;

const filterNames = ['search', 'who', 'action', 'subject', 'dateFrom', 'dateTo'] as const;
type Filters = Record<(typeof filterNames)[number], string>;
type AuditPage = ListPage<AuditEntry> & { actions: string[] };

function filtersIn(query: URLSearchParams): Filters {
  const of = (name: string) => searchIn(query, name);
  return {
    search: of('search'),
    who: of('who'),
    action: of('action'),
    subject: of('subject'),
    dateFrom: of('dateFrom'),
    dateTo: of('dateTo'),
  };
}

function auditQuery(filters: Filters, page: number) {
  const query = { limit: pageSize, offset: (page - 1) * pageSize, ...filters };
  return queryOptions({
    queryKey: ['admin', 'audit', filters, page],
    queryFn: ({ signal }): Promise<AuditPage> =>
      call('GET /api/admin/audit', { query, signal }).then(({ entries, totalCount, actions }) => ({
        records: entries,
        totalCount,
        actions,
      })),
    placeholderData: keepPreviousData,
  });
}

export function AuditTab() {
  const words = useWords(auditWords);
  const general = useWords(adminWords);
  const { query, change } = useFilters();
  const filters = filtersIn(query);
  const page = pageIn(query);
  const [clearings, setClearings] = useState(0);
  const entries = useQuery(auditQuery(filters, page));
  const actions = entries.data?.actions ?? [];
  const known =
    filters.action === '' || actions.includes(filters.action) ? actions : [filters.action, ...actions];
  const clear = () => {
    change(Object.fromEntries(filterNames.map((name) => [name, null])));
    setClearings(clearings + 1);
  };
  return (
    <Panel title={general.tabs.audit}>
      <Stack gap="3" pb="4">
        <Text textStyle="sm" color="fg.muted">
          {words.intro}
        </Text>
        <Flex gap="3" wrap="wrap" align="center" key={clearings}>
          <SearchField
            label={words.search}
            value={filters.search}
            onSearch={(search) => change({ search: search || null })}
          />
          <SearchField
            label={words.who}
            value={filters.who}
            onSearch={(who) => change({ who: who || null })}
          />
        </Flex>
        <Flex gap="3" columnGap="5" wrap="wrap" align="center">
          <Choice
            label={words.action}
            value={filters.action}
            anything={words.anyAction}
            choices={known.map((action) => [action, actionText(words, action)])}
            onChange={(action) => change({ action })}
          />
          <Choice
            label={words.subject}
            value={filters.subject}
            anything={general.all}
            choices={Object.entries(words.subjects)}
            onChange={(subject) => change({ subject })}
          />
          <Day
            label={words.dateFrom}
            value={filters.dateFrom}
            onChange={(dateFrom) => change({ dateFrom })}
          />
          <Day label={words.dateTo} value={filters.dateTo} onChange={(dateTo) => change({ dateTo })} />
        </Flex>
      </Stack>
      <PagedList
        list={entries}
        label={general.tabs.audit}
        countText={words.count}
        page={page}
        pageSize={pageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: words.loadFailed, retryLabel: general.tryAgain }}
        empty={
          <EmptyState icon={FilterX} title={words.none}>
            <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={clear}>
              {general.showAll}
            </Button>
          </EmptyState>
        }
      >
        {(records) => (
          <Box as="ul" listStyleType="none">
            {records.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Box>
        )}
      </PagedList>
    </Panel>
  );
}
