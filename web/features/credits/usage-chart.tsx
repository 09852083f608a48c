/** Draws the credits by service as bars, each labelled with its share. The table beside it contains the credits. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { CreditUsage } from '#contracts/calls/credits-answers.ts';
import { formatPercent } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { creditWords } from './words.ts';

/**
 * The label shows the share of the total; the length is relative to the largest share, so that small ones stay visible.
 */
function Bar(props: { service: CreditUsage; largest: number }) {
  const { service, largest } = props;
  return (
    <Box as="li">
      <Flex justify="space-between" gap="4" textStyle="sm" pb="1">
        <Text as="span" truncate>
          {serviceName(service.serviceId, service.serviceName)}
        </Text>
        <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
          {formatPercent(service.percentage)}
        </Text>
      </Flex>
      <Box bg="bg.muted" borderRadius="sm" h="3" overflow="hidden">
        <Box
          bg="brand.solid"
          h="full"
          minW="0.5"
          borderRadius="sm"
          style={{ width: `${(service.totalCreditsSpent / largest) * 100}%` }}
        />
      </Box>
    </Box>
  );
}

export function UsageChart(props: { services: CreditUsage[] }) {
  const { services } = props;
  const largest = Math.max(...services.map(({ totalCreditsSpent }) => totalCreditsSpent));
  return (
    <Box as="figure" aria-label={useWords(creditWords).chart}>
      <Stack as="ul" listStyleType="none" gap="3">
        {services.map((service) => (
          <Bar key={service.serviceId} service={service} largest={largest} />
        ))}
      </Stack>
    </Box>
  );
}
