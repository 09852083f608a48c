/** The administration area; the open tab is in the address (spec section 2, "Admin area"). */
import { Container, Heading, Stack, Tabs } from '@chakra-ui/react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { adminTabs, paths, type AdminTab } from '../../paths.ts';
import { useUser } from '../auth/queries.ts';
import { PaymentsPanel } from './payments-panel.tsx';
import { PortalsPanel } from './portals-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { UnmatchedPanel } from './unmatched-panel.tsx';

const labels: Record<AdminTab, string> = { system: 'System' };

export function AdminPage() {
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const tab = adminTabs.find((known) => known === query.get('tab')) ?? 'system';
  usePageTitle('Admin Panel');
  if (!user.isAdmin) return <Navigate to={paths.dashboard()} replace />;
  return (
    <Container maxW="7xl" pt="4">
      <Heading as="h1" srOnly>
        Admin Panel
      </Heading>
      <Tabs.Root value={tab} onValueChange={({ value }) => setQuery({ tab: value })} lazyMount unmountOnExit>
        <Tabs.List aria-label="Administration">
          {adminTabs.map((value) => (
            <Tabs.Trigger key={value} value={value}>
              {labels[value]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="system">
          <Stack gap="5">
            <PortalsPanel />
            <PaymentsPanel />
            <UnmatchedPanel />
            <RatesPanel />
          </Stack>
        </Tabs.Content>
      </Tabs.Root>
    </Container>
  );
}
