/** The route table (spec section 2). */
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AdBoundary } from './app/ad-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { PageBoundary } from './app/page-boundary.tsx';
import { RouteGuard } from './app/route-guard.tsx';
import { pages } from './pages.ts';

function shown(page: keyof typeof pages) {
  const Page = lazy(async () => ({ default: await pages[page]() }));
  return <Page />;
}

const routes = (
  <Route element={<Layout />}>
    <Route index element={shown('home')} />
    <Route path="services" element={shown('services')} />
    <Route path="blog" element={shown('blog')} />
    <Route path="blog/:slug" element={shown('post')} />
    <Route path="contact" element={shown('contact')} />
    <Route path="privacy" element={shown('privacy')} />
    <Route path="account-deleted" element={shown('accountDeleted')} />
    <Route path="reset-password" element={shown('resetPassword')} />
    <Route path="verify-email" element={shown('verifyEmail')} />
    <Route path="payment/return/:token" element={shown('paymentReturn')} />
    <Route element={<RouteGuard />}>
      <Route path="dashboard" element={shown('dashboard')} />
      <Route path="account" element={shown('account')} />
      <Route path="account/api" element={shown('apiAccess')} />
      <Route path="account/schedules" element={shown('schedules')} />
      <Route path="api-docs" element={shown('apiDocs')} />
      <Route path="rex-soo-submission" element={shown('rex')} />
      <Route path="admin" element={shown('admin')} />
      <Route path="dashboard/jobs/:jobId" element={shown('job')} />
      <Route path="dashboard/jobs/:jobId/correct" element={shown('corrections')} />
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);

export function AppRoutes() {
  return (
    <PageBoundary>
      <AdBoundary>
        <Routes>{routes}</Routes>
      </AdBoundary>
    </PageBoundary>
  );
}
