/** Lists what waits for a person: rows, payments, approvals and messages, each with a link to its list. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import { bdtText } from '#web/lib/money.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AsOf } from './as-of.tsx';
import { approvals, decisions, newMessages, payments, specialJobs } from './links.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

type Waiting = { label: string; count: number; to: string; hint?: string };

function useWaiting({ forPeople, money }: Overview): Waiting[] {
  const words = useWords(overviewWords);
  const { rows, jobs, challenges } = forPeople;
  const team = specialJobs('for_team');
  const ofTeam =
    rows > 0
      ? { label: words.rows, count: rows, to: team, hint: words.inJobs(jobs) }
      : { label: words.stuckJobs, count: jobs, to: team };
  const all: Waiting[] = [
    ofTeam,
    { label: words.challenges, count: challenges, to: specialJobs('for_customer') },
    {
      label: words.purchases,
      count: money.purchases,
      to: decisions,
      hint: words.moneyAtStake(bdtText(money.decisionsBdt)),
    },
    {
      label: words.refunds,
      count: money.refunds,
      to: decisions,
      ...(money.purchases > 0 ? {} : { hint: words.moneyAtStake(bdtText(money.decisionsBdt)) }),
    },
    {
      label: words.notices,
      count: money.notices,
      to: payments,
      hint: words.moneyInNotices(bdtText(money.noticesBdt)),
    },
    { label: words.approvals, count: forPeople.approvals, to: approvals },
    { label: words.messages, count: forPeople.messages, to: newMessages },
  ];
  return all.filter(({ count }) => count > 0);
}

export function PeoplePanel({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const waiting = useWaiting(overview);
  return (
    <Panel title={words.people} actions={<AsOf at={overview.asOf} />}>
      {waiting.length === 0 ? <EmptyState icon={CircleCheck} title={words.nothingWaits} /> : null}
      <Box as="ul" listStyleType="none" textStyle="sm">
        {waiting.map(({ label, count, to, hint }) => (
          <Flex
            as="li"
            key={label}
            gap="4"
            py="2"
            justify="space-between"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0', pt: '0' }}
          >
            <Stack gap="0" minW="0">
              <QuietLink to={to}>{label}</QuietLink>
              {hint ? (
                <Text textStyle="xs" color="fg.muted">
                  {hint}
                </Text>
              ) : null}
            </Stack>
            <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {formatNumber(count)}
            </Text>
          </Flex>
        ))}
      </Box>
    </Panel>
  );
}
