/** Renders a link to the list that a figure counts: in the colour of the text, underlined like a link. */
import type { ComponentProps } from 'react';
import { RouteLink } from '#web/ui/route-link.tsx';

export function QuietLink(props: ComponentProps<typeof RouteLink>) {
  return (
    <RouteLink
      color="fg"
      textDecoration="underline"
      textDecorationColor="border.control"
      textUnderlineOffset="3px"
      _hover={{ textDecorationColor: 'currentcolor' }}
      {...props}
    />
  );
}
