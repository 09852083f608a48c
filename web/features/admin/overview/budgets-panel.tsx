/** Shows what is left of the error budget of each service objective, over the last 30 days. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { ErrorBudget, Overview } from '#contracts/calls/overview-answers.ts';
import { formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { AsOf } from './as-of.tsx';
import { overviewWords } from './words.ts';

function Budget({ budget }: { budget: ErrorBudget }) {
  const words = useWords(overviewWords);
  const { objective, share, events, bad, left } = budget;
  const name = words.objectives[objective];
  const percent = Math.max(0, (left ?? 1) * 100);
  const isSpent = left !== null && left <= 0;
  const leftText = isSpent ? words.budgetSpent : words.budgetLeft(formatPercent(percent));
  const target = words.target(formatPercent(share * 100));
  return (
    <Stack as="li" gap="1" py="2" minW="0" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex justify="space-between" columnGap="4" align="baseline" wrap="wrap">
        <Text>{name}</Text>
        {left === null ? null : (
          <Text
            fontWeight="medium"
            fontVariantNumeric="tabular-nums"
            color={isSpent ? 'fg.error' : undefined}
            ms="auto"
          >
            {leftText}
          </Text>
        )}
      </Flex>
      {left === null ? null : (
        <ProgressBar
          percent={percent}
          label={`${name}: ${leftText}`}
          tone={isSpent ? 'attention' : 'brand'}
        />
      )}
      <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
        {left === null
          ? `${target}, ${words.noEvents}`
          : `${target}, ${words.missed(formatNumber(bad), formatNumber(events))}`}
      </Text>
    </Stack>
  );
}

export function BudgetsPanel({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { budgets, asOf } = overview;
  return (
    <Panel title={words.budgets} actions={<AsOf at={asOf} />}>
      <Box as="ul" listStyleType="none" textStyle="sm">
        {budgets.map((budget) => (
          <Budget key={budget.objective} budget={budget} />
        ))}
      </Box>
    </Panel>
  );
}
