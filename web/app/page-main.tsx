/** Renders the main part of a frame: the page, with what belongs to every page. */
import { Box, SkipNavContent } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { EarlyInputRepeated } from './early-input.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './route-guard.tsx';
import { ScrollPlace } from './scroll-place.tsx';

/** What follows the page begins below the first view, so that a page whose content arrives later does not move it. */
export function PageMain(props: { minH: string }) {
  return (
    <SkipNavContent asChild>
      <Box as="main" flex="1" minH={props.minH} pb="10">
        <Suspense fallback={<PageSkeleton />}>
          <PageBoundary>
            <Outlet />
          </PageBoundary>
          <ScrollPlace />
          <EarlyInputRepeated />
        </Suspense>
      </Box>
    </SkipNavContent>
  );
}
