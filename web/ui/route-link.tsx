/**
 * Provides links within the client, as text and as a button. The page's code is fetched when the pointer comes near.
 */
import { Button, Link, type ButtonProps, type LinkProps } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router-dom';
import { prefetchPage } from '#web/pages.ts';

const warm = (to: string) => ({ onPointerEnter: () => prefetchPage(to), onFocus: () => prefetchPage(to) });

export function RouteLink({ to, children, ...rest }: Omit<LinkProps, 'href'> & { to: string }) {
  return (
    <Link asChild {...rest} {...warm(to)}>
      <RouterLink to={to}>{children}</RouterLink>
    </Link>
  );
}

export function RouteButton({ to, children, ...rest }: ButtonProps & { to: string }) {
  return (
    <Button asChild {...rest} {...warm(to)}>
      <RouterLink to={to}>{children}</RouterLink>
    </Button>
  );
}
