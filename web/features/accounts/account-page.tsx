/** Renders the customer's account page and its tabs (spec section 2, route table). */
import { Container, Flex } from '@chakra-ui/react';
import { lazy, type ComponentType } from 'react';
import { part } from '#web/lib/part.tsx';
import { useTabCode } from '#web/lib/tab-code.ts';
import { useWords } from '#web/lib/words.ts';
import { accountTabs, paths, type AccountTab } from '#web/paths.ts';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { accountWords } from './words.ts';

const loads = {
  profile: () => import('./profile/profile-tab.tsx').then(({ ProfileTab }) => ({ default: ProfileTab })),
  security: () => import('./security-tab.tsx').then(({ SecurityTab }) => ({ default: SecurityTab })),
  credits: () =>
    import('#web/features/credits/credits-tab.tsx').then(({ CreditsTab }) => ({ default: CreditsTab })),
  transactions: () =>
    import('#web/features/payments/transactions/transactions-tab.tsx').then(({ TransactionsTab }) => ({
      default: TransactionsTab,
    })),
  analytics: () => import('./analytics-tab.tsx').then(({ AnalyticsTab }) => ({ default: AnalyticsTab })),
  notifications: () =>
    import('#web/features/messaging/notifications-tab.tsx').then(({ NotificationsTab }) => ({
      default: NotificationsTab,
    })),
};

const contents: Record<AccountTab, ComponentType> = {
  profile: part('profile-tab', loads.profile),
  security: lazy(loads.security),
  credits: lazy(loads.credits),
  transactions: lazy(loads.transactions),
  analytics: lazy(loads.analytics),
  notifications: lazy(loads.notifications),
};

export function AccountPage() {
  const words = useWords(accountWords);
  const tabOf = (value: AccountTab) => ({ value, label: words.tabs[value], Content: contents[value] });
  const [first, ...rest] = accountTabs;
  return (
    <Container maxW="7xl" pt="4" {...useTabCode(loads)}>
      <Flex pb="3">
        <BackLink to={paths.dashboard()}>{words.back}</BackLink>
      </Flex>
      <PageTabs label={words.account} tabs={[tabOf(first), ...rest.map(tabOf)]} />
    </Container>
  );
}
