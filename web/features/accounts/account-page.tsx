/** Renders the customer's account page and its tabs (spec section 2, route table). */
import { Container, Flex } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { useWords } from '#web/lib/words.ts';
import { accountTabs, paths, type AccountTab } from '#web/paths.ts';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { accountWords } from './words.ts';

const contents: Record<AccountTab, ComponentType> = {
  profile: lazy(() => import('./profile/profile-tab.tsx').then((module) => ({ default: module.ProfileTab }))),
  security: lazy(() => import('./security-tab.tsx').then((module) => ({ default: module.SecurityTab }))),
  credits: lazy(() =>
    import('#web/features/credits/credits-tab.tsx').then((module) => ({ default: module.CreditsTab })),
  ),
  transactions: lazy(() =>
    import('#web/features/payments/transactions/transactions-tab.tsx').then((module) => ({
      default: module.TransactionsTab,
    })),
  ),
  analytics: lazy(() => import('./analytics-tab.tsx').then((module) => ({ default: module.AnalyticsTab }))),
  notifications: lazy(() =>
    import('#web/features/messaging/notifications-tab.tsx').then((module) => ({
      default: module.NotificationsTab,
    })),
  ),
};

const link = { size: 'xs', variant: 'ghost', colorPalette: 'gray' } as const;

export function AccountPage() {
  const words = useWords(accountWords);
  const tabOf = (value: AccountTab) => ({ value, label: words.tabs[value], Content: contents[value] });
  const [first, ...rest] = accountTabs;
  return (
    <Container maxW="7xl" pt="4">
      <Flex pb="1">
        <RouteButton {...link} to={paths.dashboard()} ms="-2">
          <ArrowLeft aria-hidden /> {words.back}
        </RouteButton>
      </Flex>
      <PageTabs label={words.account} tabs={[tabOf(first), ...rest.map(tabOf)]} />
    </Container>
  );
}
