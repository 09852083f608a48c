/** Renders the catalogue: every service by category, with its price and availability. */
import { Box, Container, Field, Flex, Heading, Input, InputGroup, Stack, Text } from '@chakra-ui/react';
import { Search, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { limits } from '#contracts/limits.ts';
import { creditsText, takaText } from '#web/lib/money.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { SearchForm } from '#web/ui/search-form.tsx';
import { EmptyState, LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { CategorySection } from './category-section.tsx';
import {
  groupByCategory,
  groupFound,
  listedServices,
  searchServices,
  totalCost,
  type ListedService,
} from './queries.ts';
import { catalogueWords } from './words.ts';

/** The parameter of the address that contains the searched text. */
const searchName = 'q';

function Figures(props: { services: ListedService[]; settings: CreditSettings }) {
  const { services, settings } = props;
  const words = useWords(catalogueWords);
  const total = totalCost(services);
  const available = services.filter(({ unavailable }) => unavailable === null).length;
  const availability = available === services.length ? words.allAvailable : words.someAvailable(available);
  const figures = [
    { label: words.services, value: formatNumber(services.length), note: availability },
    { label: words.totalCredits, value: formatDecimals(total), note: words.rowOfEach },
    { label: words.totalValue, value: takaText(total, settings.creditsPerBDT), note: words.atRateBelow },
  ];
  return (
    <Flex as="dl" gap={{ base: '6', md: '10' }} wrap="wrap">
      {figures.map(({ label, value, note }) => (
        <Box key={label}>
          <Text as="dt" textStyle="xs" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" textStyle="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {value}
          </Text>
          <Text as="dd" textStyle="xs" color="fg.muted">
            {note}
          </Text>
        </Box>
      ))}
    </Flex>
  );
}

function CreditSystem(props: { settings: CreditSettings }) {
  const { creditsPerBDT, freeTrialCredits, minPurchaseCredits } = props.settings;
  const words = useWords(catalogueWords);
  const figures = [
    [words.creditsPerBdt, formatDecimals(creditsPerBDT)],
    [words.freeTrial, formatDecimals(freeTrialCredits)],
    [words.minimum, creditsText(minPurchaseCredits)],
    [words.rate, words.perCredit(takaText(1, creditsPerBDT))],
  ] as const;
  return (
    <Box as="section" aria-labelledby="credit-system" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="5">
      <Heading as="h2" size="md" id="credit-system" mb="1">
        {words.howCreditsWork}
      </Heading>
      <Text textStyle="sm" color="fg.muted" mb="4">
        {words.creditsText}
      </Text>
      <Flex as="dl" gap="8" wrap="wrap" textStyle="sm">
        {figures.map(([label, value]) => (
          <Box key={label}>
            <Text as="dt" color="fg.muted">
              {label}
            </Text>
            <Text as="dd" fontWeight="medium" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Box>
        ))}
      </Flex>
    </Box>
  );
}

function Catalogue(props: { settings: CreditSettings }) {
  const { settings } = props;
  const words = useWords(catalogueWords);
  const [address] = useSearchParams();
  const [query, setQuery] = useState((address.get(searchName) ?? '').slice(0, limits.searchCharactersMax));
  const deferredQuery = useDeferredValue(query);
  const services = useMemo(() => listedServices(settings), [settings]);
  const found = useMemo(() => searchServices(services, deferredQuery), [services, deferredQuery]);
  const groups = deferredQuery.trim() ? groupFound(found) : groupByCategory(found);
  return (
    <Stack gap="6">
      <Flex justify="space-between" align="flex-end" gap="5" wrap="wrap">
        <Figures services={services} settings={settings} />
        <Box w={{ base: 'full', md: 'sm' }}>
          <SearchForm action={paths.services}>
            <Field.Root>
              <Field.Label>{words.find}</Field.Label>
              <InputGroup startElement={<Search size={16} aria-hidden />}>
                <Input
                  type="search"
                  name={searchName}
                  value={query}
                  maxLength={limits.searchCharactersMax}
                  placeholder={words.findExample}
                  onChange={(event) => setQuery(event.target.value)}
                />
              </InputGroup>
            </Field.Root>
          </SearchForm>
        </Box>
      </Flex>
      <Text srOnly aria-live="polite">
        {query ? words.found(found.length) : ''}
      </Text>
      {groups.map((group) => (
        <CategorySection key={group.category} group={group} creditsPerBDT={settings.creditsPerBDT} />
      ))}
      {groups.length === 0 ? (
        <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
          <EmptyState icon={SearchX} title={words.noneFound}>
            {words.noneFoundHint}
          </EmptyState>
        </Box>
      ) : null}
      <CreditSystem settings={settings} />
    </Stack>
  );
}

export function ServicesPage() {
  const words = useWords(catalogueWords);
  usePageTitle(words.title);
  const settings = useSettings();
  return (
    <Container maxW="7xl" py="8">
      <Stack gap="6">
        <Stack gap="1">
          <Heading as="h1" size="xl">
            {words.title}
          </Heading>
          <Text color="fg.muted">{words.intro}</Text>
        </Stack>
        {settings.isPending ? <LoadingLines lines={4} height="24" label={words.loading} /> : null}
        <LoadFailure title={words.failed} query={settings} />
        {settings.data ? <Catalogue settings={settings.data} /> : null}
      </Stack>
    </Container>
  );
}
