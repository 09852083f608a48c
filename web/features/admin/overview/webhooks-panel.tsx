/** Lists the webhooks that fail, with a link to their customers. */
import { Box, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AsOf } from './as-of.tsx';
import { customer as customerPage } from './links.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

export function FailingWebhooksPanel({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { failing, givenUp, longest } = overview.webhooks;
  return (
    <Panel title={words.webhooks} actions={<AsOf at={overview.asOf} />}>
      {failing === 0 && givenUp === 0 ? <EmptyState icon={CircleCheck} title={words.allDelivered} /> : null}
      {failing > 0 || givenUp > 0 ? (
        <Text textStyle="sm">
          {[failing > 0 ? words.failing(failing) : '', givenUp > 0 ? words.givenUp(givenUp) : '']
            .filter((part) => part !== '')
            .join(', ')}
        </Text>
      ) : null}
      <Box as="ul" listStyleType="none" textStyle="sm">
        {longest.map(({ id, host, customer, since }) => (
          <Stack as="li" key={id} gap="0" pt="2" minW="0">
            <QuietLink to={customerPage(customer.email)}>{customer.name}</QuietLink>
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {words.host(host, formatSince(since))}
            </Text>
          </Stack>
        ))}
      </Box>
    </Panel>
  );
}
