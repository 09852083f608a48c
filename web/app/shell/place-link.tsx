/** Renders a link to a place of the application. The open place is also marked for screen readers. */
import { Box, type ButtonProps } from '@chakra-ui/react';
import {
  CalendarClock,
  CircleUserRound,
  Code,
  Coins,
  Globe,
  House,
  ListChecks,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useWords } from '#web/lib/words.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { addressOf, currentPlace, type CurrentPlace, type ShellPlace } from './shell-places.ts';
import { shellWords } from './words.ts';

export const placeIcons: Record<ShellPlace, LucideIcon> = {
  start: House,
  jobs: ListChecks,
  schedules: CalendarClock,
  portals: Globe,
  credits: Coins,
  api: Code,
  account: CircleUserRound,
  administration: ShieldCheck,
};

export function useCurrentPlace(): CurrentPlace {
  const { pathname, search } = useLocation();
  return currentPlace(pathname, search);
}

/** `children` renders the name. */
export function PlaceLink(
  props: Omit<ButtonProps, 'children'> & { place: ShellPlace; children: (name: string) => ReactNode },
) {
  const { place, children, ...rest } = props;
  const name = useWords(shellWords).places[place];
  const current = useCurrentPlace();
  const Icon = placeIcons[place];
  return (
    <RouteButton
      to={addressOf(place)}
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-current={current?.place === place ? current.part : undefined}
      {...rest}
    >
      <Box asChild boxSize="5" flexShrink="0">
        <Icon aria-hidden />
      </Box>
      {children(name)}
    </RouteButton>
  );
}

/** A list of places, one below the other. */
export function PlaceList(props: {
  places: readonly ShellPlace[];
  children: (place: ShellPlace) => ReactNode;
}) {
  const { places, children } = props;
  return (
    <Box as="ul" display="flex" flexDirection="column" gap="1">
      {places.map((place) => (
        <Box as="li" key={place}>
          {children(place)}
        </Box>
      ))}
    </Box>
  );
}
