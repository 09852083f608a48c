/** Renders the dashboard and its tabs. The open tab is part of the address (spec section 2, route table). */
import { Container } from '@chakra-ui/react';
import { lazy, type ComponentType } from 'react';
import { useWords } from '#web/lib/words.ts';
import { dashboardTabs, type DashboardTab } from '#web/paths.ts';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { DashboardTabContent } from './dashboard-tab.tsx';
import { dashboardPageWords } from './page-words.ts';

const contents: Record<DashboardTab, ComponentType> = {
  dashboard: DashboardTabContent,
  profile: lazy(() =>
    import('#web/features/accounts/profile/profile-tab.tsx').then((module) => ({
      default: module.ProfileTab,
    })),
  ),
  credentials: lazy(() =>
    import('#web/features/portals/portal-access-tab.tsx').then((module) => ({
      default: module.PortalAccessTab,
    })),
  ),
  credits: lazy(() =>
    import('#web/features/credits/credits-tab.tsx').then((module) => ({ default: module.CreditsTab })),
  ),
  transactions: lazy(() =>
    import('#web/features/payments/transactions/transactions-tab.tsx').then((module) => ({
      default: module.TransactionsTab,
    })),
  ),
  'credit-history': lazy(() =>
    import('#web/features/credits/history/credit-history-tab.tsx').then((module) => ({
      default: module.CreditHistoryTab,
    })),
  ),
};

export function DashboardPage() {
  const words = useWords(dashboardPageWords);
  const tabOf = (value: DashboardTab) => ({ value, label: words.tabs[value], Content: contents[value] });
  const [first, ...rest] = dashboardTabs;
  return (
    <Container maxW="7xl" pt="4">
      <PageTabs label={words.tabsLabel} tabs={[tabOf(first), ...rest.map(tabOf)]} />
    </Container>
  );
}
