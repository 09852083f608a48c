/** Renders the administration area. The open tab is part of the address (spec section 2, "Admin area"). */
import { Container } from '@chakra-ui/react';
import { lazy, type ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { part } from '#web/lib/part.tsx';
import { useWords } from '#web/lib/words.ts';
import { adminTabs, paths, systemPageIn, type AdminTab } from '#web/paths.ts';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { adminWords } from './words.ts';

const contents: Record<AdminTab, ComponentType> = {
  overview: part('overview-tab', () =>
    import('./overview/overview-tab.tsx').then((module) => ({ default: module.OverviewTab })),
  ),
  users: lazy(() => import('./users/users-tab.tsx').then((module) => ({ default: module.UsersTab }))),
  jobs: part('jobs-tab', () => import('./jobs/jobs-tab.tsx').then((module) => ({ default: module.JobsTab }))),
  services: lazy(() =>
    import('./services/services-tab.tsx').then((module) => ({ default: module.ServicesTab })),
  ),
  messages: lazy(() =>
    import('./messages/messages-tab.tsx').then((module) => ({ default: module.MessagesTab })),
  ),
  blog: lazy(() => import('./posts/posts-tab.tsx').then((module) => ({ default: module.PostsTab }))),
  ads: lazy(() => import('./ads/ads-tab.tsx').then((module) => ({ default: module.AdsTab }))),
  system: lazy(() => import('./system/system-tab.tsx').then((module) => ({ default: module.SystemTab }))),
  approvals: lazy(() =>
    import('./approvals/approvals-tab.tsx').then((module) => ({ default: module.ApprovalsTab })),
  ),
  audit: lazy(() => import('./audit/audit-tab.tsx').then((module) => ({ default: module.AuditTab }))),
};

const [first, ...others] = adminTabs;

export function AdminPage() {
  const user = useUser();
  const words = useWords(adminWords);
  if (!user.isAdmin) return <Navigate to={paths.dashboard()} replace />;
  const titleIn = (query: URLSearchParams) => {
    const page = systemPageIn(query);
    return page ? `${words.tabs.system}: ${words.systemPages[page]}` : words.tabs.system;
  };
  const tabOf = (value: AdminTab) => ({
    value,
    label: words.tabs[value],
    Content: contents[value],
    ...(value === 'system' ? { titleIn } : {}),
  });
  return (
    <Container maxW="7xl" pt="4">
      <PageTabs label={words.area} tabs={[tabOf(first), ...others.map(tabOf)]} />
    </Container>
  );
}
