/** The code of every page, fetched when it is first needed or about to be. */

export const pages = {
  home: () => import('./features/home/home-page.tsx').then((module) => module.HomePage),
  services: () => import('./features/catalogue/services-page.tsx').then((module) => module.ServicesPage),
  admin: () => import('./features/admin/admin-page.tsx').then((module) => module.AdminPage),
  dashboard: () => import('./features/dashboard/dashboard-page.tsx').then((module) => module.DashboardPage),
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
  if (pathname === '/services') return 'services';
  if (pathname === '/rex-soo-submission') return 'rex';
  return pathname === '/' ? 'home' : null;
}

export function prefetchPage(path: string): void {
  const page = pageOf(path);
  // A failed prefetch shows itself when the page is really opened.
  if (page) pages[page]().catch(() => undefined);
}
