/** Renders the searchable list of services, grouped by category. */
import {
  Box,
  Combobox,
  createListCollection,
  Flex,
  Portal,
  Text,
  useComboboxContext,
} from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Category } from '#services/contract.ts';
import { useLanguage } from '#web/lib/language.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { serviceName, textsIn, useCategoryNames, useServiceTexts } from '#web/lib/services.ts';
import {
  groupByCategory,
  groupFound,
  suggestServices,
  unitOf,
  type ListedService,
} from '#web/features/jobs/catalogue/queries.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { useInteraction } from '#web/lib/use-interaction.ts';
import { useWords } from '#web/lib/words.ts';
import { startWords } from './words.ts';

/** Marks a service that changes something at the portal, so that nobody mistakes it for a look-up. */
function FilesMark() {
  const words = useWords(startWords);
  return (
    <Flex as="span" align="center" gap="1" textStyle="xs" color="fg.muted" flexShrink="0">
      <Box as="span" display="flex" w="3.5">
        <Send size={14} aria-hidden />
      </Box>
      {words.filesAtPortal}
    </Flex>
  );
}

function Option(props: { offer: ListedService }) {
  const { service, cost, unavailable, onlyDocuments } = props.offer;
  const words = useWords(startWords);
  const { reasons } = useWords(unavailableWords);
  const { name } = useServiceTexts(service);
  return (
    <Combobox.Item
      item={props.offer}
      _disabled={{ opacity: 1, color: 'fg.muted' }}
      minH="8"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      rowGap="0"
      columnGap="3"
    >
      <Combobox.ItemText minW="0" flex="1">
        {name}
      </Combobox.ItemText>
      <Flex gap="3" flexShrink="0" order={{ base: 1, sm: 0 }} w={{ base: 'full', sm: 'auto' }}>
        {service.effect === 'submit' && !unavailable && !onlyDocuments ? <FilesMark /> : null}
        <Text as="span" textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {unavailable ? reasons[unavailable] : words.costPer(formatDecimals(cost), unitOf(service))}
        </Text>
      </Flex>
      <Combobox.ItemIndicator />
    </Combobox.Item>
  );
}

type Group = { category: Category | 'recent'; services: ListedService[] };

/** Returns the list before anything is typed: recently used services come first, and appear only there. */
function groupsWithRecent(services: ListedService[], recentIds: readonly string[]): Group[] {
  const recent = recentIds.flatMap((id) => services.filter(({ service }) => service.id === id));
  const others = groupByCategory(services.filter((offer) => !recent.includes(offer)));
  return recent.length > 0 ? [{ category: 'recent', services: recent }, ...others] : others;
}

/**
 * Renders the list only once the page is in use: its many options would delay what people see and touch first. A list
 * that is opened is rendered at once, because its position is calculated, and Escape taken, only where it exists then.
 */
function ServiceOptions({ groups }: { groups: readonly Group[] }) {
  const words = useWords(startWords);
  const categoryNames = useCategoryNames();
  const { open } = useComboboxContext();
  const isInUse = useInteraction();
  const isPrepared = useDeferredValue(isInUse, false);
  if (!open && !isPrepared) return null;
  return (
    <Portal>
      <Combobox.Positioner>
        <Combobox.Content>
          <Combobox.Empty>{words.noService}</Combobox.Empty>
          {groups.map(({ category, services }) => (
            <Combobox.ItemGroup key={category}>
              <Combobox.ItemGroupLabel>
                <Flex justify="space-between" gap="3" textStyle="xs" color="fg.muted">
                  <Box as="span">{category === 'recent' ? words.usedLately : categoryNames[category]}</Box>
                  <Box as="span">{formatNumber(services.length)}</Box>
                </Flex>
              </Combobox.ItemGroupLabel>
              {services.map((offer) => (
                <Option key={offer.service.id} offer={offer} />
              ))}
            </Combobox.ItemGroup>
          ))}
        </Combobox.Content>
      </Combobox.Positioner>
    </Portal>
  );
}

const noneUsed: readonly string[] = [];

export function ServiceSelect(props: {
  services: ListedService[];
  serviceId: string | null;
  onService: (serviceId: string | null) => void;
  /** Ids of the services that were used last, the latest first. */
  recent?: readonly string[];
  /** The label of the field, if it does not choose the service of a job. */
  label?: string;
}) {
  const { services, serviceId, onService, recent = noneUsed, label } = props;
  const words = useWords(startWords);
  const language = useLanguage();
  const [query, setQuery] = useState('');
  const groups = useMemo(
    (): Group[] =>
      query.trim() ? groupFound(suggestServices(services, query)) : groupsWithRecent(services, recent),
    [services, query, recent],
  );
  const collection = useMemo(
    () =>
      createListCollection({
        // The arrow keys follow this order, so it must be the shown order.
        items: groups.flatMap((group) => group.services),
        itemToValue: ({ service }) => service.id,
        itemToString: ({ service }) => textsIn(service, language).name,
        isItemDisabled: ({ unavailable }) => unavailable !== null,
      }),
    [groups, language],
  );
  return (
    <Combobox.Root
      collection={collection}
      value={serviceId ? [serviceId] : []}
      defaultInputValue={serviceId ? serviceName(serviceId, '') : ''}
      onValueChange={({ value }) => onService(value[0] ?? null)}
      onInputValueChange={({ inputValue, reason }) => setQuery(reason === 'input-change' ? inputValue : '')}
      onOpenChange={({ open }) => open || setQuery('')}
      inputBehavior="autohighlight"
      openOnClick
      placeholder={words.searchServices}
    >
      <Combobox.Label>{label ?? words.service}</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input />
        <Combobox.IndicatorGroup>
          <Combobox.ClearTrigger aria-label={words.clearService} />
          <Combobox.Trigger aria-label={words.showServices} />
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      <ServiceOptions groups={groups} />
    </Combobox.Root>
  );
}
