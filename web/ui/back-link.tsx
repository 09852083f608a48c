/**
 * Renders the way back to the page above. There is one rule for all pages: it stands first, at the left edge, and says
 * "Back to" and the page's name.
 */
import { Link, type LinkProps } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { RouteLink } from './route-link.tsx';

const look = { textStyle: 'sm', color: 'fg.muted', minH: '6', alignSelf: 'flex-start' } satisfies LinkProps;

export function BackLink(props: { to: string; children: ReactNode }) {
  return (
    <RouteLink {...look} to={props.to}>
      <ArrowLeft size={16} aria-hidden /> {props.children}
    </RouteLink>
  );
}

/** For a page above that has the same address. */
export function BackButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <Link {...look} asChild>
      <button type="button" onClick={props.onClick}>
        <ArrowLeft size={16} aria-hidden /> {props.children}
      </button>
    </Link>
  );
}
