/**
 * Lists the code chunks of the frames and of every page. Each is fetched when it is first needed or is about to be opened.
 */
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { ownPlaces, places, type PageName } from './paths.ts';

export const pages: Record<PageName, () => Promise<ComponentType>> = {
  home: () => import('./features/site/home/home-page.tsx').then((module) => module.HomePage),
  blog: () => import('./features/site/blog/blog-page.tsx').then((module) => module.BlogPage),
  post: () => import('./features/site/blog/post-page.tsx').then((module) => module.PostPage),
  contact: () => import('./features/site/contact/contact-page.tsx').then((module) => module.ContactPage),
  privacy: () => import('./features/site/privacy/privacy-page.tsx').then((module) => module.PrivacyPage),
  services: () => import('./features/jobs/catalogue/services-page.tsx').then((module) => module.ServicesPage),
  admin: () => import('./features/admin/admin-page.tsx').then((module) => module.AdminPage),
  dashboard: () =>
    import('./features/jobs/dashboard/dashboard-page.tsx').then((module) => module.DashboardPage),
  account: () => import('./features/accounts/account-page.tsx').then((module) => module.AccountPage),
  apiAccess: () =>
    import('./features/integrations/api-access/api-access-page.tsx').then((module) => module.ApiAccessPage),
  schedules: () =>
    import('./features/integrations/schedules/schedules-page.tsx').then((module) => module.SchedulesPage),
  apiDocs: () =>
    import('./features/integrations/api-docs/api-docs-page.tsx').then((module) => module.ApiDocsPage),
  accountDeleted: () =>
    import('./features/accounts/account-deleted-page.tsx').then((module) => module.AccountDeletedPage),
  portals: () => import('./features/portals/portals-page.tsx').then((module) => module.PortalsPage),
  mailboxConnected: () =>
    import('./features/portals/mailbox-connected-page.tsx').then((module) => module.MailboxConnectedPage),
  jobs: () => import('./features/jobs/list/jobs-page.tsx').then((module) => module.JobsPage),
  job: () => import('./features/jobs/job-page.tsx').then((module) => module.JobPage),
  corrections: () =>
    import('./features/jobs/corrections/corrections-page.tsx').then((module) => module.CorrectionsPage),
  rex: () => import('./features/jobs/rex/rex-page.tsx').then((module) => module.RexPage),
  verifyEmail: () =>
    import('./features/accounts/auth/verify-email-page.tsx').then((module) => module.VerifyEmailPage),
  signUp: () => import('./features/accounts/auth/sign-up-page.tsx').then((module) => module.SignUpPage),
  paymentReturn: () =>
    import('./features/payments/payment-return-page.tsx').then((module) => module.PaymentReturnPage),
  resetPassword: () =>
    import('./features/accounts/auth/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
};

/** The frames around pages: the site's header and footer, or the application for signed-in users. */
export const frames = {
  site: () => import('./app/site-frame.tsx').then((module) => module.SiteFrame),
  shell: () => import('./app/shell/shell.tsx').then((module) => module.Shell),
} satisfies Record<string, () => Promise<ComponentType>>;
export type FrameName = keyof typeof frames;

/** Unknown addresses show their error in the site's frame. */
export const frameOf = (name: PageName | undefined): FrameName =>
  name !== undefined && name in ownPlaces ? 'shell' : 'site';

const loadedPages = new Map<PageName, ComponentType>();
const loadedFrames = new Map<FrameName, ComponentType>();

async function loadFrame(name: FrameName): Promise<void> {
  loadedFrames.set(name, await frames[name]());
}

/** Loads a page and its frame, because the first render must contain both, like the server's HTML. */
export async function loadPage(name: PageName | undefined): Promise<void> {
  const frame = loadFrame(frameOf(name));
  if (name !== undefined) loadedPages.set(name, await pages[name]());
  await frame;
}

export const loadedPage = (name: PageName): ComponentType | undefined => loadedPages.get(name);
export const loadedFrame = (name: FrameName): ComponentType | undefined => loadedFrames.get(name);

export function pageOf(path: string): PageName | undefined {
  const [pathname = ''] = path.split(/[?#]/);
  const names = Object.keys(places) as PageName[];
  return names.find((name) => matchPath(places[name], pathname));
}

export function prefetchPage(path: string): void {
  const page = pageOf(path);
  // A failed prefetch is ignored; opening the page reports the error.
  frames[frameOf(page)]().catch(() => undefined);
  if (page) pages[page]().catch(() => undefined);
}
