/**
 * Renders the System tab, whose pages have their own addresses. Without one it shows what the spec names (section 2,
 * "Admin area"): the system notification and the credit settings.
 */
import { Grid, Stack } from '@chakra-ui/react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths, systemPageIn, type SystemPage } from '#web/paths.ts';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { SystemNav } from './system-nav.tsx';
import { systemWords } from './words.ts';

type SettingsPage = 'notices' | 'prices' | 'texts';
type BoardPage = Exclude<SystemPage, SettingsPage>;

const forms: Record<SettingsPage, ComponentType<{ settings: CreditSettings }>> = {
  notices: lazy(() => import('./notice-form.tsx').then((module) => ({ default: module.NoticeForm }))),
  prices: lazy(() =>
    import('./credit-settings-form.tsx').then((module) => ({ default: module.CreditSettingsForm })),
  ),
  texts: lazy(() => import('./site-form.tsx').then((module) => ({ default: module.SiteForm }))),
};
const boards: Record<BoardPage, ComponentType> = {
  portals: lazy(() =>
    import('../portals/portals-panel.tsx').then((module) => ({ default: module.PortalsPanel })),
  ),
  payments: lazy(() =>
    import('../payments/payments-page.tsx').then((module) => ({ default: module.PaymentsPage })),
  ),
  rates: lazy(() => import('../portals/rates-panel.tsx').then((module) => ({ default: module.RatesPanel }))),
};

const isSettings = (page: SystemPage): page is SettingsPage => page in forms;
const withoutPage: readonly SettingsPage[] = ['notices', 'prices'];
const noForm: readonly SettingsPage[] = [];

/**
 * Renders the shown forms, and keeps those that were shown before, so that unsaved input survives a visit to another
 * page of the tab. They are mounted only after the settings have loaded.
 */
function SettingsForms({ shown }: { shown: readonly SettingsPage[] }) {
  const words = useWords(systemWords);
  const settings = useSettings();
  const [opened, setOpened] = useState(shown);
  const added = shown.filter((page) => !opened.includes(page));
  if (added.length > 0) setOpened([...opened, ...added]);
  if (opened.length === 0) return null;
  if (!settings.data && shown.length === 0) return null;
  if (settings.isPending) return <LoadingLines lines={3} height="24" label={words.loading} />;
  if (!settings.data)
    return (
      <ErrorState title={words.loadFailed} error={settings.error} onRetry={() => void settings.refetch()} />
    );
  const isPair = shown.length > 1;
  return (
    <Grid
      display={shown.length === 0 ? 'none' : 'grid'}
      templateColumns={{ base: 'minmax(0, 1fr)', lg: `repeat(${isPair ? 2 : 1}, minmax(0, 1fr))` }}
      gap="5"
      alignItems="start"
    >
      {opened.map((page) => {
        const Form = forms[page];
        return (
          <div key={page} hidden={!shown.includes(page)}>
            <Suspense fallback={<LoadingLines lines={2} height="24" label={words.loading} />}>
              <Form settings={settings.data} />
            </Suspense>
          </div>
        );
      })}
    </Grid>
  );
}

export function SystemTab() {
  const [query] = useSearchParams();
  const open = systemPageIn(query);
  if (open && !query.has('section')) {
    const filters = Object.fromEntries([...query].filter(([name]) => name !== 'tab'));
    return <Navigate to={paths.systemPage(open, filters)} replace />;
  }
  const Board = open && !isSettings(open) ? boards[open] : null;
  const settings = open === null ? withoutPage : isSettings(open) ? [open] : noForm;
  return (
    <Stack gap="4">
      <SystemNav open={open} />
      <SettingsForms shown={settings} />
      {Board ? (
        <Suspense fallback={<LoadingLines lines={4} height="12" />}>
          <Board />
        </Suspense>
      ) : null}
    </Stack>
  );
}
