/** The route table (spec section 2). */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from './app/error-page.tsx';
import { Layout } from './app/layout.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { PageSkeleton, RouteGuard } from './app/route-guard.tsx';
import { pages } from './pages.ts';

const lazily = (page: () => Promise<ComponentType>) => async () => ({ Component: await page() });

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: PageSkeleton,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { index: true, lazy: lazily(pages.home) },
          { path: 'services', lazy: lazily(pages.services) },
          { path: 'blog', lazy: lazily(pages.blog) },
          { path: 'blog/:slug', lazy: lazily(pages.post) },
          { path: 'contact', lazy: lazily(pages.contact) },
          { path: 'privacy', lazy: lazily(pages.privacy) },
          { path: 'account-deleted', lazy: lazily(pages.accountDeleted) },
          { path: 'reset-password', lazy: lazily(pages.resetPassword) },
          { path: 'verify-email', lazy: lazily(pages.verifyEmail) },
          { path: 'payment/return/:token', lazy: lazily(pages.paymentReturn) },
          {
            Component: RouteGuard,
            children: [
              { path: 'dashboard', lazy: lazily(pages.dashboard) },
              { path: 'account', lazy: lazily(pages.account) },
              { path: 'account/api', lazy: lazily(pages.apiAccess) },
              { path: 'account/schedules', lazy: lazily(pages.schedules) },
              { path: 'api-docs', lazy: lazily(pages.apiDocs) },
              { path: 'rex-soo-submission', lazy: lazily(pages.rex) },
              { path: 'admin', lazy: lazily(pages.admin) },
              { path: 'dashboard/jobs/:jobId', lazy: lazily(pages.job) },
              { path: 'dashboard/jobs/:jobId/correct', lazy: lazily(pages.corrections) },
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
