/** Renders the site's header: logo, links, cart, bell and account menu (spec section 2, "Shared chrome"). */
import { Box, Button, Container, Flex, IconButton, Stack } from '@chakra-ui/react';
import { Menu as MenuIcon, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { CartButton } from '#web/features/payments/cart/cart-button.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton, RouteLink } from '#web/ui/route-link.tsx';
import { prefetchPage } from '#web/pages.ts';
import { WithoutScripts, WithScripts } from '#web/ui/scripting.tsx';
import { ColorModeButton, ColorModeMenuItem } from './color-mode-button.tsx';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';
import { BarEnd, shownWhole } from './whole-bar.tsx';
import { appWords } from './words.ts';

const SignedInMenus = lazy(() =>
  import('./signed-in-menus.tsx').then((module) => ({ default: module.SignedInMenus })),
);

const links = [
  { to: paths.home, label: 'home' },
  { to: paths.services, label: 'services' },
  { to: paths.blog, label: 'blog' },
  { to: paths.contact(), label: 'contact' },
] as const;

function HeaderLink(props: { to: string; label: string; onClick?: () => void }) {
  const { to, label, onClick } = props;
  return (
    <Button
      asChild
      variant="ghost"
      colorPalette="gray"
      size="sm"
      justifyContent="flex-start"
      onPointerEnter={() => prefetchPage(to)}
      onClick={onClick}
      css={{ '&[aria-current=page]': { color: 'brand.fg', fontWeight: '600' } }}
    >
      <NavLink to={to} end>
        {label}
      </NavLink>
    </Button>
  );
}

/** On a phone it is in the menu. */
function SignUpButton() {
  return (
    <RouteButton to={paths.signUp} size="sm" variant="outline" hideBelow="md">
      {useWords(appWords).signUp}
    </RouteButton>
  );
}

function SignInButton() {
  return (
    <Button size="sm" onClick={() => requestSignIn({ mode: 'sign-in' })}>
      {useWords(appWords).signIn}
    </Button>
  );
}

export function SiteHeader() {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const words = useWords(appWords);
  const shown = links.map(({ to, label }) => ({ to, label: words[label] }));
  const mobileLinks = [
    ...shown,
    me.data ? { to: paths.dashboard(), label: words.dashboard } : { to: paths.signUp, label: words.signUp },
  ];

  return (
    <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg.panel" borderBottomWidth="1px">
      <Container maxW="7xl">
        <Flex h="14" align="center" gap={{ base: '0', sm: '1', md: '3' }} css={shownWhole}>
          <RouteLink
            to={paths.home}
            aria-label={words.homeNamed}
            _hover={{ textDecoration: 'none' }}
            me={{ md: '2' }}
          >
            <Logo />
          </RouteLink>
          <Flex as="nav" aria-label={words.main} hideBelow="lg" gap="1">
            {shown.map((link) => (
              <HeaderLink key={link.to} {...link} />
            ))}
          </Flex>
          <Box flex="1" />
          <LanguageButton />
          <ColorModeButton />
          <CartButton />
          {me.data ? (
            <Suspense fallback={<Box w="20" />}>
              <SignedInMenus user={me.data} />
            </Suspense>
          ) : null}
          {me.isPending || me.data ? null : (
            <>
              <SignUpButton />
              <SignInButton />
            </>
          )}
          <WithScripts>
            <IconButton
              hideFrom="lg"
              variant="ghost"
              colorPalette="gray"
              size="sm"
              aria-label={open ? words.closeMenu : words.openMenu}
              aria-expanded={open}
              aria-controls="mobile-menu"
              onClick={() => setOpen(!open)}
            >
              {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
            </IconButton>
          </WithScripts>
          <BarEnd />
        </Flex>
        <WithoutScripts>
          <Flex as="nav" aria-label={words.main} hideFrom="lg" wrap="wrap" gap="1" pb="2">
            {shown.map((link) => (
              <HeaderLink key={link.to} {...link} />
            ))}
          </Flex>
        </WithoutScripts>
        {open ? (
          <Stack as="nav" id="mobile-menu" aria-label={words.main} hideFrom="lg" gap="1" pb="3">
            {mobileLinks.map((link) => (
              <HeaderLink key={link.to} {...link} onClick={() => setOpen(false)} />
            ))}
            <LanguageButton inMenu onSwitch={() => setOpen(false)} />
            <ColorModeMenuItem />
          </Stack>
        ) : null}
      </Container>
    </Box>
  );
}
