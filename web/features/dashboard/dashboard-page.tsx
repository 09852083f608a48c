/** The dashboard and its tabs; the open tab is in the address (spec section 2, route table). */
import { Box, Container, Heading, Stack, Tabs } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { dashboardTabs, type DashboardTab } from '../../paths.ts';
import { LoadingLines } from '../../ui/states.tsx';
import { DashboardTabContent } from './dashboard-tab.tsx';

const PortalAccessTab = lazy(() =>
  import('./portal-access-tab.tsx').then((module) => ({ default: module.PortalAccessTab })),
);
const labels: Record<DashboardTab, string> = { dashboard: 'Dashboard', credentials: 'Portal Access' };

function tabIn(query: URLSearchParams): DashboardTab {
  return dashboardTabs.find((tab) => tab === query.get('tab')) ?? 'dashboard';
}

export function DashboardPage() {
  const [query, setQuery] = useSearchParams();
  const tab = tabIn(query);
  usePageTitle(labels[tab]);
  return (
    <Container maxW="7xl" pt="4">
      <Stack gap="0">
        <Heading as="h1" srOnly>
          {labels[tab]}
        </Heading>
        <Tabs.Root
          value={tab}
          onValueChange={({ value }) => setQuery({ tab: value })}
          lazyMount
          unmountOnExit
          variant="line"
        >
          <Tabs.List aria-label="Account">
            {dashboardTabs.map((value) => (
              <Tabs.Trigger key={value} value={value}>
                {labels[value]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="dashboard">
            <DashboardTabContent />
          </Tabs.Content>
          <Tabs.Content value="credentials">
            <Suspense
              fallback={
                <Box pt="2">
                  <LoadingLines lines={2} height="16" />
                </Box>
              }
            >
              <PortalAccessTab />
            </Suspense>
          </Tabs.Content>
        </Tabs.Root>
      </Stack>
    </Container>
  );
}
