/** The header: logo, links, cart, bell, account (spec section 2, "Shared chrome"). */
import { Box, Button, Container, Flex, IconButton, Stack } from '@chakra-ui/react';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { CartButton } from '../features/cart/cart-button.tsx';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { useMe } from '../features/auth/queries.ts';
import { requestSignIn } from '../lib/sign-in-request.ts';
import { paths } from '../paths.ts';
import { RouteLink } from '../ui/route-link.tsx';
import { prefetchPage } from '../pages.ts';
import { ColorModeButton, ColorModeMenuItem } from './color-mode-button.tsx';
import { Logo } from './logo.tsx';
import { UserMenu } from './user-menu.tsx';

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.services, label: 'Services' },
];

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

function SignInButton() {
  return (
    <Button size="sm" onClick={() => requestSignIn({ mode: 'sign-in' })}>
      Sign In
    </Button>
  );
}

export function Header() {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const mobileLinks = me.data ? [...links, { to: paths.dashboard(), label: 'Dashboard' }] : links;

  return (
    <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg.panel" borderBottomWidth="1px">
      <Container maxW="7xl">
        <Flex h="14" align="center" gap={{ base: '0', sm: '1', md: '3' }}>
          <RouteLink
            to={paths.home}
            aria-label="Chalan, home"
            _hover={{ textDecoration: 'none' }}
            me={{ md: '2' }}
          >
            <Logo />
          </RouteLink>
          <Flex as="nav" aria-label="Main" hideBelow="md" gap="1">
            {links.map((link) => (
              <HeaderLink key={link.to} {...link} />
            ))}
          </Flex>
          <Box flex="1" />
          <ColorModeButton />
          <CartButton />
          {me.data ? (
            <>
              <NotificationBell user={me.data} />
              <UserMenu user={me.data} />
            </>
          ) : null}
          {me.isPending || me.data ? null : <SignInButton />}
          <IconButton
            hideFrom="md"
            variant="ghost"
            colorPalette="gray"
            size="sm"
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
          </IconButton>
        </Flex>
        {open ? (
          <Stack as="nav" id="mobile-menu" aria-label="Main" hideFrom="md" gap="1" pb="3">
            {mobileLinks.map((link) => (
              <HeaderLink key={link.to} {...link} onClick={() => setOpen(false)} />
            ))}
            <ColorModeMenuItem />
          </Stack>
        ) : null}
      </Container>
    </Box>
  );
}
