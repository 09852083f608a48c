/** Finds, filters, opens, exports and imports users (spec section 2, "Admin area"). */
import { Button, Flex } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FilterX } from 'lucide-react';
import { useState } from 'react';
import { userStatuses, verifications } from '#contracts/accounts/admin-users.ts';
import { oneOf, pageIn, searchIn, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState, requestIdText } from '#web/ui/states.tsx';
import { UserImport } from './user-import.tsx';
import { exportUsers, usersPageSize, usersQuery, type UserFilters } from './queries.ts';
import { UsersList } from './users-list.tsx';
import { userWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';
import { isoDay } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { notify } from '#web/ui/notify.ts';

/** Saves all users as a JSON file named with the date. */
function UserExport() {
  const words = useWords(userWords);
  const request = useMutation({
    mutationFn: exportUsers,
    onSuccess: ({ exportedAt, users, totalCount }) => {
      const text = JSON.stringify({ exportedAt, users }, null, 2);
      saveFile(`chalan-users-${isoDay(new Date())}.json`, new Blob([text], { type: 'application/json' }));
      if (users.length < totalCount) notify('warning', words.exportCut(users.length, totalCount));
      else notify('success', words.exported(users.length));
    },
    onError: (error) => notify('error', words.exportFailed(errorText(error)), requestIdText(error)),
  });
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      loading={request.isPending}
      loadingText={words.exporting}
      onClick={() => request.mutate()}
    >
      <Download aria-hidden /> {words.export}
    </Button>
  );
}

function filtersIn(query: URLSearchParams): UserFilters {
  return {
    search: searchIn(query),
    status: oneOf(userStatuses, query.get('status')) ?? 'all',
    verification: oneOf(verifications, query.get('email')) ?? 'all',
  };
}

const unlessAll = (value: string): string | null => (value === 'all' ? null : value);

export function UsersTab() {
  const words = useWords(userWords);
  const general = useWords(adminWords);
  const { query, change } = useFilters();
  const filters = filtersIn(query);
  const page = pageIn(query);
  // The search field keeps its own text while the user types, so it is remounted when the filters are cleared.
  const [clearings, setClearings] = useState(0);
  const users = useQuery(usersQuery(filters, page));
  const clear = () => {
    change({ search: null, status: null, email: null });
    setClearings(clearings + 1);
  };
  const choicesOf = <T extends 'active' | 'suspended' | 'verified' | 'unverified'>(values: readonly T[]) => [
    { value: 'all' as const, label: general.all },
    ...values.map((value) => ({ value, label: words[value] })),
  ];
  return (
    <Panel
      title={general.tabs.users}
      actions={
        <Flex gap="2">
          <UserExport />
          <UserImport />
        </Flex>
      }
    >
      <Flex gap="3" columnGap="6" wrap="wrap" align="center" pb="4">
        <SearchField
          key={clearings}
          label={words.search}
          value={filters.search}
          onSearch={(search) => change({ search: search || null })}
        />
        <ChoiceFilter
          label={words.status}
          choices={choicesOf(userStatuses)}
          value={filters.status}
          onChange={(status) => change({ status: unlessAll(status) })}
        />
        <ChoiceFilter
          label={words.verification}
          choices={choicesOf(verifications)}
          value={filters.verification}
          onChange={(email) => change({ email: unlessAll(email) })}
        />
      </Flex>
      <PagedList
        list={users}
        label={general.tabs.users}
        countText={words.count}
        page={page}
        pageSize={usersPageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: words.loadFailed, retryLabel: general.tryAgain }}
        empty={
          <EmptyState icon={FilterX} title={words.noneFound}>
            <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={clear}>
              {general.showAll}
            </Button>
          </EmptyState>
        }
      >
        {(records) => <UsersList users={records} />}
      </PagedList>
    </Panel>
  );
}
