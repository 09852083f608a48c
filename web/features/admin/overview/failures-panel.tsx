/** Shows how the jobs of the last 24 hours failed: each outcome with its share, as a link to these jobs. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { Failures, Overview } from '#contracts/calls/overview-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { AsOf } from './as-of.tsx';
import { endedJobs } from './links.ts';
import { endedText, sharesOf, type Share } from './rules.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

function Outcome({ share, failures }: { share: Share; failures: Failures }) {
  const words = useWords(overviewWords);
  const { outcomes } = useWords(uiWords);
  const { code, jobs, percent, text } = share;
  const name = outcomes[code];
  return (
    <Box
      as="li"
      display="grid"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr) auto auto',
        md: 'minmax(0, 12rem) minmax(0, 1fr) 3.5rem 3.5rem',
      }}
      columnGap="4"
      alignItems="center"
      py="1.5"
    >
      <QuietLink to={endedJobs(failures, 'failed', code)} aria-label={words.jobsWith(name, jobs)}>
        {name}
      </QuietLink>
      <Box hideBelow="md">
        <ProgressBar percent={percent} label={words.shareOf(name, text)} tone="attention" />
      </Box>
      <Text textAlign="end" fontWeight="medium">
        {formatNumber(jobs)}
      </Text>
      <Text textAlign="end" color="fg.muted">
        {text}
      </Text>
    </Box>
  );
}

function Summary({ failures }: { failures: Failures }) {
  const words = useWords(overviewWords);
  const { failed, partlyDone } = failures;
  return (
    <Flex columnGap="4" rowGap="1" wrap="wrap" textStyle="sm">
      {failed > 0 ? (
        <QuietLink to={endedJobs(failures, 'failed')}>
          {words.failedOf(failed, endedText(failures))}
        </QuietLink>
      ) : null}
      {partlyDone > 0 ? (
        <QuietLink to={endedJobs(failures, 'partly_done')}>{words.partly(partlyDone)}</QuietLink>
      ) : null}
    </Flex>
  );
}

export function FailuresPanel({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { failures, asOf } = overview;
  const { failed, ended, considered } = failures;
  const shares = sharesOf(failures);
  const nothing = ended === 0 ? words.noneEnded : words.noneFailed(endedText(failures));
  return (
    <Panel title={words.failures} actions={<AsOf at={asOf} />}>
      {failed === 0 ? <EmptyState icon={CircleCheck} title={nothing} /> : null}
      <Stack gap="3">
        <Summary failures={failures} />
        {shares.length > 0 ? (
          <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
            {shares.map((share) => (
              <Outcome key={share.code} share={share} failures={failures} />
            ))}
          </Box>
        ) : null}
        {failed > 0 ? (
          <Text textStyle="xs" color="fg.muted">
            {considered < failed ? `${words.considered(considered)} ` : ''}
            {words.severalOutcomes}
          </Text>
        ) : null}
      </Stack>
    </Panel>
  );
}
