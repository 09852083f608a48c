/** The catalogue: every service by category, with its price and whether it can be used yet. */
import { Box, Container, Field, Flex, Heading, Input, InputGroup, Stack, Text } from '@chakra-ui/react';
import { Search, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCredits } from '#contracts/credits.ts';
import type { CreditSettings } from '#contracts/settings.ts';
import { takaText } from '../../lib/money.ts';
import { plural } from '../../lib/plural.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { useSettings } from '../settings/queries.ts';
import { CategorySection } from './category-section.tsx';
import {
  groupByCategory,
  offeredServices,
  searchServices,
  totalCost,
  type OfferedService,
} from './queries.ts';

function Figures(props: { services: OfferedService[]; settings: CreditSettings }) {
  const { services, settings } = props;
  const total = totalCost(services);
  const usable = services.filter(({ service }) => service.availability === 'available').length;
  const figures = [
    { label: 'Services', value: String(services.length), note: `${usable} available now` },
    { label: 'Total credits', value: formatCredits(total), note: 'one row of every service' },
    { label: 'Total value', value: takaText(total, settings.creditsPerBDT), note: 'at the rate below' },
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
  const facts = [
    ['Credits per BDT', formatCredits(creditsPerBDT)],
    ['Free trial credits', formatCredits(freeTrialCredits)],
    ['Minimum purchase', `${formatCredits(minPurchaseCredits)} credits`],
    ['Exchange rate', `${takaText(1, creditsPerBDT)} per credit`],
  ] as const;
  return (
    <Box as="section" aria-labelledby="credit-system" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="5">
      <Heading as="h2" size="md" id="credit-system" mb="1">
        How credits work
      </Heading>
      <Text textStyle="sm" color="fg.muted" mb="4">
        A row costs what its service says. Credits are reserved when a job starts; rows that end in a
        technical failure give theirs back. Credits never expire.
      </Text>
      <Flex as="dl" gap="8" wrap="wrap" textStyle="sm">
        {facts.map(([label, value]) => (
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
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const services = useMemo(() => offeredServices(settings), [settings]);
  const found = useMemo(() => searchServices(services, deferredQuery), [services, deferredQuery]);
  const groups = groupByCategory(found);
  return (
    <Stack gap="6">
      <Flex justify="space-between" align="flex-end" gap="5" wrap="wrap">
        <Figures services={services} settings={settings} />
        <Field.Root w={{ base: 'full', md: 'sm' }}>
          <Field.Label>Find a service</Field.Label>
          <InputGroup startElement={<Search size={16} aria-hidden />}>
            <Input
              type="search"
              value={query}
              placeholder="EXP, C&F, IP, FCR…"
              onChange={(event) => setQuery(event.target.value)}
            />
          </InputGroup>
        </Field.Root>
      </Flex>
      <Text srOnly aria-live="polite">
        {query ? `${plural(found.length, 'service')} found` : ''}
      </Text>
      {groups.map((group) => (
        <CategorySection key={group.category} group={group} creditsPerBDT={settings.creditsPerBDT} />
      ))}
      {groups.length === 0 ? (
        <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
          <EmptyState icon={SearchX} title="No service found">
            Try another word: a portal, a document or what the paper is called in your office.
          </EmptyState>
        </Box>
      ) : null}
      <CreditSystem settings={settings} />
    </Stack>
  );
}

export function ServicesPage() {
  usePageTitle('Services');
  const settings = useSettings();
  return (
    <Container maxW="7xl" py="8">
      <Stack gap="6">
        <Stack gap="1">
          <Heading as="h1" size="xl">
            Services
          </Heading>
          <Text color="fg.muted">What Chalan does for each kind of paper, and what one row of it costs.</Text>
        </Stack>
        {settings.isPending ? <LoadingLines lines={4} height="24" label="Loading services" /> : null}
        {settings.isError && !settings.data ? (
          <ErrorState
            title="The services could not be loaded."
            error={settings.error}
            onRetry={() => void settings.refetch()}
          />
        ) : null}
        {settings.data ? <Catalogue settings={settings.data} /> : null}
      </Stack>
    </Container>
  );
}
