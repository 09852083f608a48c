/** Renders the System tab: the system notification, credit settings, public pages and the platform's own boards. */
import { Grid, Stack } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { CreditSettingsForm } from './credit-settings-form.tsx';
import { NoticeForm } from './notice-form.tsx';
import { PaymentsPanel } from '#web/features/admin/payments/payments-panel.tsx';
import { PortalsPanel } from '#web/features/admin/portals/portals-panel.tsx';
import { RatesPanel } from '#web/features/admin/portals/rates-panel.tsx';
import { SiteForm } from './site-form.tsx';
import { systemWords } from './words.ts';
import { UnmatchedPanel } from '#web/features/admin/payments/unmatched-panel.tsx';

/** The forms copy the settings into their state, so they are mounted only after the settings have loaded. */
function SettingsForms() {
  const words = useWords(systemWords);
  const settings = useSettings();
  if (settings.data)
    return (
      <>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          gap="5"
          alignItems="start"
        >
          <NoticeForm settings={settings.data} />
          <CreditSettingsForm settings={settings.data} />
        </Grid>
        <SiteForm settings={settings.data} />
      </>
    );
  if (settings.isPending) return <LoadingLines lines={3} height="24" label={words.loading} />;
  return (
    <ErrorState title={words.loadFailed} error={settings.error} onRetry={() => void settings.refetch()} />
  );
}

export function SystemTab() {
  return (
    <Stack gap="5">
      <PortalsPanel />
      <PaymentsPanel />
      <UnmatchedPanel />
      <RatesPanel />
      <SettingsForms />
    </Stack>
  );
}
