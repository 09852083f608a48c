/** Shows the credits by service as a table; on a phone each service has two lines. */
import { Box, Flex, Table, Text } from '@chakra-ui/react';
import type { CreditUsage } from '#contracts/calls/credits-answers.ts';
import { formatDate } from '#web/lib/dates.ts';
import { formatDecimals, formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import type { Usage } from './queries.ts';
import { creditWords } from './words.ts';

function WideTable({ services, totalCreditsSpent }: Usage) {
  const words = useWords(creditWords);
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.service}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.jobs}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.lastUsed}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            {words.share}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {services.map((service) => (
          <Table.Row key={service.serviceId} bg="bg.panel">
            <Table.Cell ps="0">{serviceName(service.serviceId, service.serviceName)}</Table.Cell>
            <Table.Cell textAlign="end">{formatNumber(service.timesUsed)}</Table.Cell>
            <Table.Cell textAlign="end" whiteSpace="nowrap">
              {formatDate(service.lastUsed)}
            </Table.Cell>
            <Table.Cell textAlign="end">{formatDecimals(service.totalCreditsSpent)}</Table.Cell>
            <Table.Cell textAlign="end" pe="0">
              {formatPercent(service.percentage)}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
      <Table.Footer>
        <Table.Row bg="bg.panel" fontWeight="semibold">
          <Table.Cell ps="0" colSpan={3}>
            {words.allServices}
          </Table.Cell>
          <Table.Cell textAlign="end">{formatDecimals(totalCreditsSpent)}</Table.Cell>
          <Table.Cell />
        </Table.Row>
      </Table.Footer>
    </Table.Root>
  );
}

function PhoneLine(props: { service: CreditUsage }) {
  const { service } = props;
  const { timesUsed, lastUsed, totalCreditsSpent } = service;
  const words = useWords(creditWords);
  return (
    <Box as="li" py="2.5" borderTopWidth="1px">
      <Flex justify="space-between" gap="3">
        <Text>{serviceName(service.serviceId, service.serviceName)}</Text>
        <Text fontWeight="medium">{formatDecimals(totalCreditsSpent)}</Text>
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {words.jobsAndDay(timesUsed, formatDate(lastUsed))}
      </Text>
    </Box>
  );
}

function PhoneList({ services, totalCreditsSpent }: Usage) {
  const words = useWords(creditWords);
  return (
    <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
      {services.map((service) => (
        <PhoneLine key={service.serviceId} service={service} />
      ))}
      <Flex as="li" justify="space-between" gap="3" pt="2.5" borderTopWidth="1px" fontWeight="semibold">
        <Text>{words.allServices}</Text>
        <Text>{formatDecimals(totalCreditsSpent)}</Text>
      </Flex>
    </Box>
  );
}

export function UsageTable(props: Usage) {
  const wide = useIsWide();
  return wide ? <WideTable {...props} /> : <PhoneList {...props} />;
}
