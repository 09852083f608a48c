/** The dashboard and its tabs; the open tab is in the address (spec section 2, route table). */
import { Box, Container, Heading, Stack, Tabs } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useWords } from '../../lib/words.ts';
import { dashboardTabs, type DashboardTab } from '../../paths.ts';
import { LoadingLines } from '../../ui/states.tsx';
import { DashboardTabContent } from './dashboard-tab.tsx';
import { dashboardWords } from './words.ts';

const CreditsTab = lazy(() =>
  import('../credits/credits-tab.tsx').then((module) => ({ default: module.CreditsTab })),
);
const TransactionsTab = lazy(() =>
  import('../transactions/transactions-tab.tsx').then((module) => ({ default: module.TransactionsTab })),
);
const CreditHistoryTab = lazy(() =>
  import('../credit-history/credit-history-tab.tsx').then((module) => ({ default: module.CreditHistoryTab })),
);
const PortalAccessTab = lazy(() =>
  import('./portal-access-tab.tsx').then((module) => ({ default: module.PortalAccessTab })),
);
const ProfileTab = lazy(() =>
  import('../profile/profile-tab.tsx').then((module) => ({ default: module.ProfileTab })),
);
const contents: Record<DashboardTab, ComponentType> = {
  dashboard: DashboardTabContent,
  profile: ProfileTab,
  credentials: PortalAccessTab,
  credits: CreditsTab,
  transactions: TransactionsTab,
  'credit-history': CreditHistoryTab,
};

function tabIn(query: URLSearchParams): DashboardTab {
  return dashboardTabs.find((tab) => tab === query.get('tab')) ?? 'dashboard';
}

function TabPanel(props: { tab: DashboardTab }) {
  const Content = contents[props.tab];
  return (
    <Suspense
      fallback={
        <Box pt="2">
          <LoadingLines lines={2} height="16" />
        </Box>
      }
    >
      <Content />
    </Suspense>
  );
}

/** On a phone the row of tabs is wider than the screen: the open one is brought into it. */
function useShownTab(tab: DashboardTab) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const open = row?.querySelector<HTMLElement>(`[data-value="${tab}"]`);
    if (row && open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return list;
}

export function DashboardPage() {
  const [query, setQuery] = useSearchParams();
  const tab = tabIn(query);
  const words = useWords(dashboardWords);
  const label = words.tabs[tab];
  usePageTitle(label);
  const list = useShownTab(tab);
  return (
    <Container maxW="7xl" pt="4">
      <Stack gap="0">
        <Heading as="h1" srOnly>
          {label}
        </Heading>
        <Tabs.Root
          value={tab}
          onValueChange={({ value }) => setQuery({ tab: value })}
          lazyMount
          unmountOnExit
          variant="line"
        >
          <Tabs.List
            ref={list}
            aria-label={words.account}
            overflowX="auto"
            overflowY="hidden"
            scrollbarWidth="none"
          >
            {dashboardTabs.map((value) => (
              <Tabs.Trigger key={value} value={value} flexShrink="0" whiteSpace="nowrap">
                {words.tabs[value]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {dashboardTabs.map((value) => (
            <Tabs.Content key={value} value={value}>
              <TabPanel tab={value} />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Stack>
    </Container>
  );
}
