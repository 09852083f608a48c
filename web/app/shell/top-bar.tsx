/** Renders the top bar: search, language, theme, cart, notifications and the account menu. */
import { Box, Flex } from '@chakra-ui/react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { ColorModeButton } from '#web/app/color-mode-button.tsx';
import { LanguageButton } from '#web/app/language-button.tsx';
import { Logo } from '#web/app/logo.tsx';
import { SignedInMenus } from '#web/app/signed-in-menus.tsx';
import { BarEnd, shownWhole } from '#web/app/whole-bar.tsx';
import { CartButton } from '#web/features/payments/cart/cart-button.tsx';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { SearchButton } from './search-button.tsx';
import { shellWords } from './words.ts';

/** Fingers need more room than a pointer. */
const targets = { '& a, & button': { mdDown: { minH: '11', minW: '11' } } };

/** The user's parts appear together, so that none of them moves once the session is known. */
function Own(props: { user: SignedInUser }) {
  return (
    <>
      {/* On the phone beside the bell, on a laptop at the beginning. */}
      <Box ms={{ base: 'auto', md: '0' }} me={{ md: 'auto' }}>
        <SearchButton user={props.user} />
      </Box>
      <LanguageButton />
      <ColorModeButton />
      <CartButton onlyWithItems />
      <SignedInMenus user={props.user} />
    </>
  );
}

export function TopBar(props: { user: SignedInUser | undefined }) {
  const { user } = props;
  const words = useWords(shellWords);
  return (
    <Flex
      as="header"
      position="sticky"
      top="0"
      zIndex="sticky"
      h="14"
      align="center"
      gap={{ base: '0', sm: '1' }}
      px={{ base: '2', md: '6', lg: '8' }}
      bg="bg.panel"
      borderBottomWidth="1px"
      css={{ ...targets, ...shownWhole }}
    >
      <RouteLink
        hideFrom="md"
        justifyContent="center"
        to={paths.dashboard()}
        aria-label={words.startNamed}
        _hover={{ textDecoration: 'none' }}
      >
        <Logo nameFrom="sm" />
      </RouteLink>
      {user ? <Own user={user} /> : null}
      <BarEnd />
    </Flex>
  );
}
