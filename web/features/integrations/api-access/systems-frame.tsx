/**
 * Renders the common frame of the three pages for customers' own systems, with a back link and navigation between them.
 */
import { Container, Flex, Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useShownTab } from '#web/lib/use-shown-tab.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { accessWords } from './words.ts';

const places = { access: paths.apiAccess, schedules: paths.schedules, docs: paths.apiDocs } as const;
type Place = keyof typeof places;
const order: readonly Place[] = ['access', 'schedules', 'docs'];

export function SystemsFrame(props: { place: Place; children: ReactNode }) {
  const { place, children } = props;
  const words = useWords(accessWords);
  usePageTitle(words.pages[place]);
  const row = useShownTab(place);
  return (
    <Container maxW="7xl" pt="4">
      <Flex pb="3">
        <BackLink to={paths.account()}>{words.back}</BackLink>
      </Flex>
      <Heading as="h1" srOnly>
        {words.pages[place]}
      </Heading>
      <Flex
        as="nav"
        ref={row}
        position="relative"
        aria-label={words.nav}
        gap="1"
        overflowX="auto"
        scrollbarWidth="none"
        borderBottomWidth="1px"
        mb="4"
      >
        {order.map((one) => (
          <RouteButton
            key={one}
            data-value={one}
            to={places[one]}
            size="sm"
            variant="ghost"
            colorPalette="gray"
            flexShrink="0"
            borderRadius="0"
            borderWidth="0"
            borderBottomWidth="2px"
            borderColor={one === place ? 'brand.solid' : 'transparent'}
            color={one === place ? 'fg' : 'fg.muted'}
            aria-current={one === place ? 'page' : undefined}
          >
            {words.pages[one]}
          </RouteButton>
        ))}
      </Flex>
      <Stack gap="4">{children}</Stack>
    </Container>
  );
}
