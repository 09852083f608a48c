/** Renders the links to the pages of the System tab. */
import { Flex } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { paths, systemPages, type SystemPage } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { adminWords } from '#web/features/admin/words.ts';

/** `open` is null while the tab shows what the spec names: the notification and the prices. */
export function SystemNav(props: { open: SystemPage | null }) {
  const words = useWords(adminWords);
  return (
    <Flex as="nav" aria-label={words.tabs.system} gap="1" wrap="wrap">
      {systemPages.map((page) => (
        <RouteButton
          key={page}
          to={paths.systemPage(page)}
          size="sm"
          h={{ base: '11', md: '8' }}
          variant={page === props.open ? 'subtle' : 'ghost'}
          colorPalette={page === props.open ? 'brand' : 'gray'}
          aria-current={page === props.open ? 'page' : undefined}
        >
          {words.systemPages[page]}
        </RouteButton>
      ))}
    </Flex>
  );
}
