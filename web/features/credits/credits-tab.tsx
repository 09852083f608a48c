/** The user's credits: balance, what they cost, where they went, and the alert (spec section 2, "Other account tabs"). */
import { Button, Grid, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { formatCredits } from '#contracts/credits.ts';
import { bdtText, takaText } from '../../lib/money.ts';
import { KeyFigures } from '../../ui/key-figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { useUser } from '../auth/queries.ts';
import { requestBuyCredits } from '../payments/purchase-request.ts';
import { useSettings } from '../settings/queries.ts';
import { CreditAlertForm } from './credit-alert-form.tsx';
import { creditOverviewQuery } from './queries.ts';
import { UsagePanel } from './usage-panel.tsx';

export function CreditsTab() {
  const user = useUser();
  const overview = useQuery(creditOverviewQuery(user.id));
  const settings = useSettings().data;
  const { data } = overview;
  return (
    <Stack gap="4">
      <Panel
        title="Credits"
        actions={
          <Button size="sm" onClick={() => requestBuyCredits()}>
            Buy Credits
          </Button>
        }
      >
        {overview.isError && !data ? (
          <ErrorState
            title="Your credits could not be loaded."
            error={overview.error}
            onRetry={() => void overview.refetch()}
          />
        ) : (
          <KeyFigures
            loading={overview.isPending}
            figures={[
              {
                label: 'Balance',
                value: data && formatCredits(data.balance),
                hint: settings ? `1 credit = ${takaText(1, settings.creditsPerBDT)}` : undefined,
              },
              {
                label: 'Reserved',
                value: data && formatCredits(data.reserved),
                hint: 'Held for running jobs',
              },
              { label: 'Total spent', value: data && bdtText(data.totalSpent), hint: 'On buying credits' },
            ]}
          />
        )}
      </Panel>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 1fr)' }}
        gap="4"
        alignItems="start"
      >
        <UsagePanel />
        <Panel title="Low-credit alert">
          {data ? <CreditAlertForm saved={data.lowCreditThreshold} /> : null}
          {overview.isPending ? <LoadingLines lines={2} label="Loading the alert" /> : null}
          {overview.isError && !data ? (
            <Text textStyle="sm" color="fg.muted">
              The alert can be set once your credits are loaded.
            </Text>
          ) : null}
        </Panel>
      </Grid>
    </Stack>
  );
}
