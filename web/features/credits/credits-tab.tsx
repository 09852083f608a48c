/**
 * Shows the customer's credits: balance, total spent, usage and the low-credit alert (spec section 2, "Other account
 * tabs").
 */
import { Button, Grid, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { bdtText, takaText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { requestBuyCredits } from '#web/features/payments/purchase-request.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { CreditAlertForm } from './credit-alert-form.tsx';
import { creditOverviewQuery } from './queries.ts';
import { UsagePanel } from './usage-panel.tsx';
import { creditWords } from './words.ts';

export function CreditsTab() {
  const words = useWords(creditWords);
  const user = useUser();
  const overview = useQuery(creditOverviewQuery(user.id));
  const settings = useSettings().data;
  const { data } = overview;
  return (
    <Stack gap="4">
      <Panel
        title={words.title}
        actions={
          user.isAdmin ? null : (
            <Button size="sm" onClick={() => requestBuyCredits()}>
              {words.buyCredits}
            </Button>
          )
        }
      >
        {overview.isError && !data ? (
          <ErrorState title={words.failed} error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <KeyFigures
            loading={overview.isPending}
            figures={[
              {
                label: words.balance,
                value: data && (user.isAdmin ? words.unlimited : formatDecimals(data.balance)),
                hint: settings && !user.isAdmin ? words.rate(takaText(1, settings.creditsPerBDT)) : undefined,
              },
              {
                label: words.reserved,
                value: data && formatDecimals(data.reserved),
                hint: words.heldForJobs,
              },
              { label: words.totalSpent, value: data && bdtText(data.totalSpent), hint: words.onBuying },
            ]}
          />
        )}
      </Panel>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: user.isAdmin ? 'minmax(0, 1fr)' : 'minmax(0, 3fr) minmax(0, 1fr)',
        }}
        gap="4"
        alignItems="start"
      >
        <UsagePanel />
        {/* The balance of an administrator is unlimited, and falls below nothing. */}
        {user.isAdmin ? null : (
          <Panel title={words.alert}>
            {data ? <CreditAlertForm saved={data.lowCreditThreshold} balance={data.balance} /> : null}
            {overview.isPending ? <LoadingLines lines={2} label={words.loadingAlert} /> : null}
            {overview.isError && !data ? (
              <Text textStyle="sm" color="fg.muted">
                {words.alertLater}
              </Text>
            ) : null}
          </Panel>
        )}
      </Grid>
    </Stack>
  );
}
