/** Credits by service as figures, on a phone as lines of two. */
import { Box, Flex, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import { formatCredits } from '#contracts/credits.ts';
import type { CreditUsage } from '#contracts/credit-history.ts';
import { formatDate } from '../../lib/dates.ts';
import { plural } from '../../lib/plural.ts';
import type { Usage } from './queries.ts';
import { percentText } from './words.ts';

function WideTable({ services, totalCreditsSpent }: Usage) {
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">Service</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Jobs</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Last used</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Credits</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            Share
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {services.map((service) => (
          <Table.Row key={service.serviceId} bg="bg.panel">
            <Table.Cell ps="0">{service.serviceName}</Table.Cell>
            <Table.Cell textAlign="end">{service.timesUsed.toLocaleString('en-US')}</Table.Cell>
            <Table.Cell textAlign="end" whiteSpace="nowrap">
              {formatDate(service.lastUsed)}
            </Table.Cell>
            <Table.Cell textAlign="end">{formatCredits(service.totalCreditsSpent)}</Table.Cell>
            <Table.Cell textAlign="end" pe="0">
              {percentText(service.percentage)}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
      <Table.Footer>
        <Table.Row bg="bg.panel" fontWeight="semibold">
          <Table.Cell ps="0" colSpan={3}>
            All services
          </Table.Cell>
          <Table.Cell textAlign="end">{formatCredits(totalCreditsSpent)}</Table.Cell>
          <Table.Cell />
        </Table.Row>
      </Table.Footer>
    </Table.Root>
  );
}

function PhoneLine(props: { service: CreditUsage }) {
  const { serviceName, timesUsed, lastUsed, totalCreditsSpent } = props.service;
  return (
    <Box as="li" py="2.5" borderTopWidth="1px">
      <Flex justify="space-between" gap="3">
        <Text>{serviceName}</Text>
        <Text fontWeight="medium">{formatCredits(totalCreditsSpent)}</Text>
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {plural(timesUsed, 'job')}, last used {formatDate(lastUsed)}
      </Text>
    </Box>
  );
}

function PhoneList({ services, totalCreditsSpent }: Usage) {
  return (
    <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
      {services.map((service) => (
        <PhoneLine key={service.serviceId} service={service} />
      ))}
      <Flex as="li" justify="space-between" gap="3" pt="2.5" borderTopWidth="1px" fontWeight="semibold">
        <Text>All services</Text>
        <Text>{formatCredits(totalCreditsSpent)}</Text>
      </Flex>
    </Box>
  );
}

export function UsageTable(props: Usage) {
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  return wide ? <WideTable {...props} /> : <PhoneList {...props} />;
}
