/** The rates of the cash incentive by scheme and days of shipment: listed, added, changed. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarClock, CalendarX, Percent, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { incentiveSchemeLabels, type IncentiveRate } from '#contracts/incentive-rates.ts';
import { formatDate, isoDay } from '../../lib/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { ratesQuery } from './rate-queries.ts';
import { rateState, type RateState } from './rate-rules.ts';

const looks: Record<RateState, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  current: { label: 'Current', tone: 'brand', icon: CalendarCheck },
  coming: { label: 'Coming', tone: 'information', icon: CalendarClock },
  ended: { label: 'Ended', tone: 'gray', icon: CalendarX },
};

function daysText({ validFrom, validTo }: IncentiveRate): string {
  return `Shipped ${formatDate(validFrom)} ${validTo === null ? 'or later' : `to ${formatDate(validTo)}`}`;
}

function RateRow(props: { rate: IncentiveRate; today: string; onOpen: () => void }) {
  const { rate, today, onOpen } = props;
  const name = incentiveSchemeLabels[rate.scheme];
  return (
    <Flex as="li" py="3" gap="4" align="center" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Stack gap="0.5" flex="1" minW="0">
        <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <StatusTag {...looks[rateState(rate, today)]} />
        </Flex>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {daysText(rate)}
        </Text>
      </Stack>
      <Text fontWeight="medium" textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {rate.ratePercent.toFixed(3).replace(/0$/, '')} %
      </Text>
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        aria-label={`Change the rate of ${name} from ${formatDate(rate.validFrom)}`}
        onClick={onOpen}
      >
        Change
      </Button>
    </Flex>
  );
}

type Opened = { rate: IncentiveRate | null } | null;

export function RatesPanel() {
  const rates = useQuery(ratesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const [today] = useState(() => isoDay(new Date()));
  return (
    <Panel
      title="Cash incentive rates"
      actions={
        <Button size="sm" variant="outline" onClick={() => setOpened({ rate: null })}>
          Add Rate
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="2">
        Claims are checked against the rate of the day on their bill of lading. Rows without one are refused.
      </Text>
      {rates.isPending ? <LoadingLines lines={3} height="10" label="Loading rates" /> : null}
      {rates.isError && !rates.data ? (
        <ErrorState
          title="The rates could not be loaded."
          error={rates.error}
          onRetry={() => void rates.refetch()}
        />
      ) : null}
      {rates.data?.length === 0 ? (
        <EmptyState icon={Percent} title="No rates yet">
          Add the rates of the current circular; until then no claim can be filed.
        </EmptyState>
      ) : null}
      <Box as="ul" listStyleType="none">
        {rates.data?.map((rate) => (
          <RateRow key={rate.id} rate={rate} today={today} onOpen={() => setOpened({ rate })} />
        ))}
      </Box>
      {opened ? <RateDialog rate={opened.rate} onClose={() => setOpened(null)} /> : null}
    </Panel>
  );
}
