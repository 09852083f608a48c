/** Renders the dashboard and its tabs. The open tab is part of the address (spec section 2, route table). */
import { Container } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { part } from '#web/lib/part.tsx';
import { useTabCode } from '#web/lib/tab-code.ts';
import { useWords } from '#web/lib/words.ts';
import { dashboardTabs, type DashboardTab } from '#web/paths.ts';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { DashboardTabContent } from './dashboard-tab.tsx';
import { dashboardPageWords } from './page-words.ts';

const loads = {
  profile: () =>
    import('#web/features/accounts/profile/profile-tab.tsx').then(({ ProfileTab }) => ({
      default: ProfileTab,
    })),
  credentials: () =>
    import('#web/features/portals/portal-access-tab.tsx').then(({ PortalAccessTab }) => ({
      default: PortalAccessTab,
    })),
  credits: () =>
    import('#web/features/credits/credits-tab.tsx').then(({ CreditsTab }) => ({ default: CreditsTab })),
  transactions: () =>
    import('#web/features/payments/transactions/transactions-tab.tsx').then(({ TransactionsTab }) => ({
      default: TransactionsTab,
    })),
  'credit-history': () =>
    import('#web/features/credits/history/credit-history-tab.tsx').then(({ CreditHistoryTab }) => ({
      default: CreditHistoryTab,
    })),
};

const contents: Record<DashboardTab, ComponentType> = {
  dashboard: DashboardTabContent,
  profile: part('profile-tab', loads.profile),
  credentials: part('portal-access-tab', loads.credentials),
  credits: part('credits-tab', loads.credits),
  transactions: part('transactions-tab', loads.transactions),
  'credit-history': part('credit-history-tab', loads['credit-history']),
};

export function DashboardPage() {
  const words = useWords(dashboardPageWords);
  const tabOf = (value: DashboardTab) => ({ value, label: words.tabs[value], Content: contents[value] });
  const [first, ...rest] = dashboardTabs;
  return (
    <Container maxW="7xl" pt="4" {...useTabCode(loads)}>
      <PageTabs label={words.tabsLabel} tabs={[tabOf(first), ...rest.map(tabOf)]} />
    </Container>
  );
}
