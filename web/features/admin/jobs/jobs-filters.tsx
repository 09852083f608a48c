/** Renders the filters of the Jobs tab. They are part of the address and apply while typing. */
import { Box, Button, chakra, Flex, Input, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { AdminJobsFilter } from '#contracts/jobs/admin-jobs.ts';
import { adminJobsCountedMax, noPortal } from '#contracts/jobs/admin-job-rules.ts';
import { jobSearchCharactersMax } from '#contracts/jobs/job-list-rules.ts';
import { shownStates, type ShownState } from '#contracts/jobs/shown-state.ts';
import { failedOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { usePlaceName } from '#web/features/admin/portals/place-name.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { serviceName, services } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { filterControl, FilterSelect } from '#web/ui/filter-select.tsx';
import { useFoldedFilters } from '#web/ui/folded-filters.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { uiWords } from '#web/ui/words.ts';
import { jobCountsQuery } from './queries.ts';
import { adminJobWords } from './words.ts';

type Change = (changes: Record<string, string | null>) => void;
type FilterProps = { filter: AdminJobsFilter; change: Change };

function Day(props: { label: string; value: string | undefined; onChange: (day: string | null) => void }) {
  const { label, value = '', onChange } = props;
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="1.5"
      // Two in a row of a phone would cut off their years.
      flex={{ base: '1 1 100%', sm: '0 0 auto' }}
      minW="0"
      textStyle="xs"
      color="fg.muted"
    >
      <Box as="span" minW={{ base: '8', sm: 'auto' }}>
        {label}
      </Box>
      <Input
        {...filterControl}
        type="date"
        w={{ base: 'full', sm: '36' }}
        minW="0"
        value={value}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </chakra.label>
  );
}

/** Shows the job states, each with the number of jobs that match the other filters. */
function States({ filter, change }: FilterProps) {
  const words = useWords(adminJobWords);
  const { jobStates } = useWords(uiWords);
  const counts = useQuery(jobCountsQuery(filter));
  const countText = (state: ShownState): string => {
    const found = counts.data?.counts.find((line) => line.state === state);
    return found ? formatNumber(found.count) : '';
  };
  // An address may name one of the job's own states instead, which no button stands for.
  const isChosen = (state: ShownState | undefined) =>
    state === filter.shown && (state !== undefined || filter.state === undefined);
  return (
    <Flex as="fieldset" aria-label={words.state} gap="1" wrap="wrap" minW="0">
      {([undefined, ...shownStates] as const).map((state) => (
        <Button
          key={state ?? 'all'}
          size="xs"
          variant={isChosen(state) ? 'subtle' : 'ghost'}
          colorPalette={isChosen(state) ? 'brand' : 'gray'}
          aria-pressed={isChosen(state)}
          onClick={() => change({ shown: state ?? null, state: null })}
        >
          {state ? jobStates[state] : words.all}
          {state ? (
            <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
              {countText(state)}
            </Text>
          ) : null}
        </Button>
      ))}
      {counts.data?.isMore ? (
        <Text textStyle="xs" color="fg.muted" alignSelf="center">
          {words.newestCounted(adminJobsCountedMax)}
        </Text>
      ) : null}
    </Flex>
  );
}

/** Shows the filters that only a link sets, such as one of the overview. Each is a button that removes it. */
function LinkedFilters({ filter, change }: FilterProps) {
  const words = useWords(adminJobWords);
  const { endedSince, special, practice } = filter;
  const set = [
    ...(special ? [{ name: 'special', label: words.special[special] }] : []),
    ...(endedSince ? [{ name: 'ended', label: words.endedSince(formatDateTime(endedSince)) }] : []),
    ...(practice ? [{ name: 'practice', label: words.practice[practice] }] : []),
  ];
  if (set.length === 0) return null;
  return (
    <Flex gap="2" wrap="wrap">
      {set.map(({ name, label }) => (
        <Button
          key={name}
          size="xs"
          variant="subtle"
          aria-label={words.removeFilter(label)}
          onClick={() => change({ [name]: null })}
        >
          {label} <X aria-hidden />
        </Button>
      ))}
    </Flex>
  );
}

const cleared = {
  service: null,
  portal: null,
  state: null,
  shown: null,
  error: null,
  customer: null,
  text: null,
  from: null,
  to: null,
  ended: null,
  special: null,
  practice: null,
};

export function isFiltered(filter: AdminJobsFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** How many filters are set beside the search for a file and what only a link sets, which are always in sight. */
const foldedSet = (filter: AdminJobsFilter): number => {
  const { serviceId, portal, errorCode, customer, shown, state, dateFrom, dateTo } = filter;
  const folded = [serviceId, portal, errorCode, customer, shown ?? state, dateFrom, dateTo];
  return folded.filter((value) => value !== undefined).length;
};

export function JobsFilters({ filter, change }: FilterProps) {
  const words = useWords(adminJobWords);
  const { outcomes } = useWords(uiWords);
  const { button, displayOf } = useFoldedFilters(foldedSet(filter));
  const place = filter.portal ?? '';
  const placeName = usePlaceName(place);
  const nameOf = usePortalName();
  const portals = Object.entries(portalLabels).map(([key, label]): [string, string] => [key, nameOf(label)]);
  // The overview leads to the jobs of a bank's desk.
  const desk: [string, string][] = isBankPlace(place) ? [[place, placeName]] : [];
  // The search fields keep their own text while the user types, so they are remounted when the filters are cleared.
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    change(cleared);
    setClearings(clearings + 1);
  };
  return (
    <Flex direction="column" gap="2" pb="3">
      <Flex gap="2" wrap="wrap" align="center">
        <Flex gap="2" w={{ base: 'full', md: '56' }}>
          <Box flex="1" minW="0">
            <SearchField
              key={`text-${clearings}`}
              label={words.text}
              value={filter.text ?? ''}
              maxLength={jobSearchCharactersMax}
              onSearch={(text) => change({ text: text || null })}
            />
          </Box>
          {button}
        </Flex>
        <Box display={displayOf('contents')}>
          <Box w={{ base: 'full', sm: '56' }}>
            <SearchField
              key={`customer-${clearings}`}
              label={words.customerSearch}
              value={filter.customer ?? ''}
              maxLength={jobSearchCharactersMax}
              onSearch={(customer) => change({ customer: customer || null })}
            />
          </Box>
          <FilterSelect
            label={words.service}
            any={words.anyService}
            choices={services.map(({ id, name }) => [id, serviceName(id, name)])}
            value={filter.serviceId}
            onChange={(service) => change({ service })}
          />
          <FilterSelect
            label={words.portal}
            any={words.anyPortal}
            choices={[...portals, ...desk, [noPortal, words.withoutPortal]]}
            value={filter.portal}
            onChange={(portal) => change({ portal })}
          />
          <FilterSelect
            label={words.error}
            any={words.anyError}
            choices={failedOutcomes.map((code) => [code, outcomes[code]])}
            value={filter.errorCode}
            onChange={(error) => change({ error })}
          />
        </Box>
      </Flex>
      <Flex
        display={displayOf('flex')}
        gap="2"
        columnGap="6"
        wrap="wrap"
        align="center"
        justify="space-between"
      >
        <States filter={filter} change={change} />
        <Flex gap="2" wrap="wrap" align="center" w={{ base: 'full', sm: 'auto' }}>
          <Day label={words.from} value={filter.dateFrom} onChange={(from) => change({ from })} />
          <Day label={words.to} value={filter.dateTo} onChange={(to) => change({ to })} />
          {isFiltered(filter) ? (
            <Button size="xs" variant="ghost" colorPalette="gray" onClick={clear}>
              {words.clear}
            </Button>
          ) : null}
        </Flex>
      </Flex>
      <LinkedFilters filter={filter} change={change} />
    </Flex>
  );
}
