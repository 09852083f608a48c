/** Renders the main part of a frame: the page, and what accompanies every page. */
import { Box, SkipNavContent } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { EarlyInputRepeated } from './early-input.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './route-guard.tsx';
import { ScrollPlace } from './scroll-place.tsx';

/**
 * `minH` keeps whatever follows below the first view, so that it does not move when the page's content arrives later.
 */
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
