/** Renders the sidebar with the places of the application; in a narrow window only their icons. */
import { Box, Flex, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Logo } from '#web/app/logo.tsx';
import { PlaceLink, PlaceList } from './place-link.tsx';
import { adminPlaces, sidebarPlaces, type ShellPlace } from './shell-places.ts';
import { shellWords } from './words.ts';

const current = {
  '&[aria-current]': { bg: 'brand.subtle', color: 'brand.fg', fontWeight: '600' },
  '&[aria-current]::before': {
    content: '""',
    position: 'absolute',
    insetStart: '0',
    insetBlock: '2',
    width: '3px',
    borderRadius: 'full',
    bg: 'brand.solid',
  },
};

/** Only administrators load their pages' names. */
const AdminPlaces = lazy(() =>
  import('./admin-places.tsx').then((module) => ({ default: module.AdminPlaces })),
);

/** Screen readers read the name, and it appears while the pointer rests on the icon. */
function SidebarLink(props: { place: ShellPlace }) {
  const { place } = props;
  const title = useWords(shellWords).places[place];
  return (
    <PlaceLink
      place={place}
      position="relative"
      w="full"
      h="10"
      px="3"
      gap="3"
      justifyContent={{ md: 'center', lg: 'flex-start' }}
      title={title}
      css={current}
    >
      {(name) => (
        <Text as="span" truncate srOnly={{ base: true, lg: false }}>
          {name}
        </Text>
      )}
    </PlaceLink>
  );
}

export function Sidebar(props: { isAdmin: boolean }) {
  const words = useWords(shellWords);
  const forAdmins = adminPlaces(props.isAdmin);
  // The server renders nothing whose code is loaded separately.
  const isTakenOver = useTakenOver();
  return (
    <Flex
      as="nav"
      aria-label={words.main}
      direction="column"
      hideBelow="md"
      position="sticky"
      top="0"
      h="100dvh"
      w={{ md: '16', lg: '52' }}
      flexShrink="0"
      bg="bg.panel"
      borderEndWidth="1px"
      overflowY="auto"
    >
      <Flex h="14" flexShrink="0" align="center" px={{ md: '4', lg: '5' }}>
        <RouteLink to={paths.dashboard()} aria-label={words.startNamed} _hover={{ textDecoration: 'none' }}>
          <Logo nameFrom="lg" />
        </RouteLink>
      </Flex>
      <Box px="2" pt="2" pb="4">
        <PlaceList places={sidebarPlaces}>{(place) => <SidebarLink place={place} />}</PlaceList>
        {forAdmins.length > 0 ? (
          <Box mt="3" pt="3" borderTopWidth="1px">
            <PlaceList places={forAdmins}>{(place) => <SidebarLink place={place} />}</PlaceList>
            {/* A narrow sidebar has no room for names, and these pages have no icons. */}
            <Box hideBelow="lg" pt="1">
              {isTakenOver ? (
                <Suspense fallback={null}>
                  <AdminPlaces />
                </Suspense>
              ) : null}
            </Box>
          </Box>
        ) : null}
      </Box>
    </Flex>
  );
}
