/** The code of every page, fetched when it is first needed or about to be. */

export const pages = {
  home: () => import('./features/home/home-page.tsx').then((module) => module.HomePage),
  blog: () => import('./features/blog/blog-page.tsx').then((module) => module.BlogPage),
  post: () => import('./features/blog/post-page.tsx').then((module) => module.PostPage),
  contact: () => import('./features/contact/contact-page.tsx').then((module) => module.ContactPage),
  privacy: () => import('./features/privacy/privacy-page.tsx').then((module) => module.PrivacyPage),
  services: () => import('./features/catalogue/services-page.tsx').then((module) => module.ServicesPage),
  admin: () => import('./features/admin/admin-page.tsx').then((module) => module.AdminPage),
  dashboard: () => import('./features/dashboard/dashboard-page.tsx').then((module) => module.DashboardPage),
  account: () => import('./features/account/account-page.tsx').then((module) => module.AccountPage),
  apiAccess: () => import('./features/api-access/api-access-page.tsx').then((module) => module.ApiAccessPage),
  schedules: () => import('./features/schedules/schedules-page.tsx').then((module) => module.SchedulesPage),
  apiDocs: () => import('./features/api-docs/api-docs-page.tsx').then((module) => module.ApiDocsPage),
  accountDeleted: () =>
    import('./features/account/account-deleted-page.tsx').then((module) => module.AccountDeletedPage),
  job: () => import('./features/jobs/job-page.tsx').then((module) => module.JobPage),
  corrections: () => import('./features/jobs/corrections-page.tsx').then((module) => module.CorrectionsPage),
  rex: () => import('./features/rex/rex-page.tsx').then((module) => module.RexPage),
  verifyEmail: () => import('./features/auth/verify-email-page.tsx').then((module) => module.VerifyEmailPage),
  paymentReturn: () =>
    import('./features/payments/payment-return-page.tsx').then((module) => module.PaymentReturnPage),
  resetPassword: () =>
    import('./features/auth/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
};

function pageOf(path: string): keyof typeof pages | null {
  const [pathname = ''] = path.split(/[?#]/);
  if (/^\/dashboard\/jobs\/[^/]+\/correct$/.test(pathname)) return 'corrections';
  if (pathname.startsWith('/dashboard/jobs/')) return 'job';
  if (pathname === '/dashboard') return 'dashboard';
  if (pathname === '/account') return 'account';
  if (pathname === '/account/api') return 'apiAccess';
  if (pathname === '/account/schedules') return 'schedules';
  if (pathname === '/api-docs') return 'apiDocs';
  if (pathname === '/services') return 'services';
  if (pathname === '/blog') return 'blog';
  if (pathname.startsWith('/blog/')) return 'post';
  if (pathname === '/contact') return 'contact';
  if (pathname === '/privacy') return 'privacy';
  if (pathname === '/rex-soo-submission') return 'rex';
  return pathname === '/' ? 'home' : null;
}

export function prefetchPage(path: string): void {
  const page = pageOf(path);
  // A failed prefetch shows itself when the page is really opened.
  if (page) pages[page]().catch(() => undefined);
}
