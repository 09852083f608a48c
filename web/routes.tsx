/** Defines the route table (spec section 2). */
import { createElement, lazy, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AdBoundary } from './app/ad-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { PageBoundary } from './app/page-boundary.tsx';
import { RouteGuard } from './app/route-guard.tsx';
import { frames, loadedFrame, loadedPage, pages, type FrameName } from './pages.ts';
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

const lazyFrames: Record<FrameName, ComponentType> = {
  site: lazy(async () => ({ default: await frames.site() })),
  shell: lazy(async () => ({ default: await frames.shell() })),
};

function Frame({ name }: { name: FrameName }) {
  return createElement(loadedFrame(name) ?? lazyFrames[name]);
}

/** Creates the routes of a table of addresses, each with the page of the same name. */
function routesOf(table: Partial<typeof places>) {
  return (Object.entries(table) as [PageName, string][]).map(([name, path]) => {
    return <Route key={name} path={path} element={<Page name={name} />} />;
  });
}

const routes = (
  <Route element={<Layout />}>
    <Route element={<Frame name="site" />}>
      {routesOf(publicPlaces)}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
    <Route element={<Frame name="shell" />}>
      <Route element={<RouteGuard />}>{routesOf(ownPlaces)}</Route>
    </Route>
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
