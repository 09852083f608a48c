/** Lists the rates of the cash incentive by scheme and day of shipment, and adds or changes them. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarClock, CalendarX, Percent, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { incentiveSchemeTexts } from '#contracts/portals/incentive-rates.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { formatDate, isoDay } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { ratesQuery } from './rate-queries.ts';
import { rateState, type RateState } from './rate-rules.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { rateWords } from './words.ts';

const looks: Record<RateState, { tone: StatusTone; icon: LucideIcon }> = {
  current: { tone: 'brand', icon: CalendarCheck },
  coming: { tone: 'information', icon: CalendarClock },
  ended: { tone: 'gray', icon: CalendarX },
};

function daysText({ validFrom, validTo }: IncentiveRate): string {
  const words = wordsNow(rateWords);
  const from = formatDate(validFrom);
  return validTo === null ? words.shippedFrom(from) : words.shippedTo(from, formatDate(validTo));
}

function RateRow(props: { rate: IncentiveRate; today: string; onOpen: () => void }) {
  const { rate, today, onOpen } = props;
  const words = useWords(rateWords);
  const state = rateState(rate, today);
  const language = useLanguage();
  const name = incentiveSchemeTexts(rate.scheme)[language];
  return (
    <ListRow py="3" gap="4">
      <Stack gap="0.5" flex="1" minW="0">
        <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <StatusTag {...looks[state]} label={words.states[state]} />
        </Flex>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {daysText(rate)}
        </Text>
      </Stack>
      <Text fontWeight="medium" textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {formatNumber(rate.ratePercent, { minimumFractionDigits: 2, maximumFractionDigits: 3 })} %
      </Text>
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        aria-label={words.changeNamed(name, formatDate(rate.validFrom))}
        onClick={onOpen}
      >
        {words.change}
      </Button>
    </ListRow>
  );
}

type Opened = { rate: IncentiveRate | null } | null;

export function RatesPanel() {
  const words = useWords(rateWords);
  const rates = useQuery(ratesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const [today] = useState(() => isoDay(momentNow()));
  return (
    <Panel
      title={words.rates}
      actions={
        <Button size="sm" variant="outline" onClick={() => setOpened({ rate: null })}>
          {words.add}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="2">
        {words.intro}
      </Text>
      <WholeList
        list={rates}
        loading={{ label: words.loading, lines: 3, height: '10' }}
        failed={words.failed}
        empty={
          <EmptyState icon={Percent} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        {(rate) => <RateRow key={rate.id} rate={rate} today={today} onOpen={() => setOpened({ rate })} />}
      </WholeList>
      {opened ? <RateDialog rate={opened.rate} onClose={() => setOpened(null)} /> : null}
    </Panel>
  );
}
