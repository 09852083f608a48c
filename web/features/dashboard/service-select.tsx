/** The searchable list of services, grouped by category; planned ones are named but cannot be chosen. */
import { Box, Combobox, createListCollection, Flex, Portal, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { formatCredits } from '#contracts/credits.ts';
import { groupByCategory, searchServices, unitOf, type OfferedService } from '../catalogue/queries.ts';

function Option(props: { offer: OfferedService }) {
  const { service, cost } = props.offer;
  const planned = service.availability === 'planned';
  return (
    <Combobox.Item item={props.offer} _disabled={{ opacity: 1, color: 'fg.muted' }} minH="8">
      <Combobox.ItemText minW="0">{service.name}</Combobox.ItemText>
      <Text as="span" textStyle="xs" color="fg.muted" flexShrink="0" fontVariantNumeric="tabular-nums">
        {planned ? 'Not yet available' : `${formatCredits(cost)} cr per ${unitOf(service)}`}
      </Text>
      <Combobox.ItemIndicator />
    </Combobox.Item>
  );
}

export function ServiceSelect(props: {
  services: OfferedService[];
  serviceId: string | null;
  onService: (serviceId: string | null) => void;
}) {
  const { services, serviceId, onService } = props;
  const [query, setQuery] = useState('');
  const found = useMemo(() => searchServices(services, query), [services, query]);
  const collection = useMemo(
    () =>
      createListCollection({
        items: found,
        itemToValue: ({ service }) => service.id,
        itemToString: ({ service }) => service.name,
        isItemDisabled: ({ service }) => service.availability === 'planned',
      }),
    [found],
  );
  return (
    <Combobox.Root
      collection={collection}
      value={serviceId ? [serviceId] : []}
      defaultInputValue={services.find(({ service }) => service.id === serviceId)?.service.name ?? ''}
      onValueChange={({ value }) => onService(value[0] ?? null)}
      onInputValueChange={({ inputValue, reason }) => setQuery(reason === 'input-change' ? inputValue : '')}
      onOpenChange={({ open }) => open || setQuery('')}
      openOnClick
      placeholder="Search by name, document or portal"
    >
      <Combobox.Label>Service</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input />
        <Combobox.IndicatorGroup>
          <Combobox.ClearTrigger aria-label="Clear the service" />
          <Combobox.Trigger aria-label="Show all services" />
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      <Portal>
        <Combobox.Positioner>
          <Combobox.Content>
            <Combobox.Empty>No service found. Try another word.</Combobox.Empty>
            {groupByCategory(found).map(({ category, services: group }) => (
              <Combobox.ItemGroup key={category}>
                <Combobox.ItemGroupLabel>
                  <Flex justify="space-between" gap="3" textStyle="xs" color="fg.muted">
                    <Box as="span">{category}</Box>
                    <Box as="span">{group.length}</Box>
                  </Flex>
                </Combobox.ItemGroupLabel>
                {group.map((offer) => (
                  <Option key={offer.service.id} offer={offer} />
                ))}
              </Combobox.ItemGroup>
            ))}
          </Combobox.Content>
        </Combobox.Positioner>
      </Portal>
    </Combobox.Root>
  );
}
