/** Defines the route table (spec section 2). */
import { createElement, lazy, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AdBoundary } from './app/ad-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { PageBoundary } from './app/page-boundary.tsx';
import { RouteGuard } from './app/route-guard.tsx';
import { loadedPage, pages } from './pages.ts';
import { ownPlaces, publicPlaces, type PageName, type places } from './paths.ts';

const lazyPages = new Map<PageName, ComponentType>();

function lazyPage(name: PageName): ComponentType {
  const known = lazyPages.get(name) ?? lazy(async () => ({ default: await pages[name]() }));
  lazyPages.set(name, known);
  return known;
}

function Page({ name }: { name: PageName }) {
  return createElement(loadedPage(name) ?? lazyPage(name));
}

/** Creates the routes of a table of addresses, each with the page of the same name. */
function routesOf(table: Partial<typeof places>) {
  return (Object.entries(table) as [PageName, string][]).map(([name, path]) => {
    return <Route key={name} path={path} element={<Page name={name} />} />;
  });
}

const routes = (
  <Route element={<Layout />}>
    {routesOf(publicPlaces)}
    <Route element={<RouteGuard />}>{routesOf(ownPlaces)}</Route>
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
