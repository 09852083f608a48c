/** Renders what the phone's bar has no room for: the further places, the language and the theme. */
import { Box, CloseButton, Drawer, Portal, Stack } from '@chakra-ui/react';
import { ColorModeMenuItem } from '#web/app/color-mode-button.tsx';
import { LanguageButton } from '#web/app/language-button.tsx';
import { useWords } from '#web/lib/words.ts';
import { staysOpen } from '#web/ui/modal.tsx';
import { PlaceLink, PlaceList } from './place-link.tsx';
import { adminPlaces, furtherPlaces } from './shell-places.ts';
import { shellWords } from './words.ts';

export function MoreSheet(props: { isAdmin: boolean; open: boolean; onClose: () => void }) {
  const { isAdmin, open, onClose } = props;
  const words = useWords(shellWords);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      placement="bottom"
      {...staysOpen}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content pb="env(safe-area-inset-bottom)" borderTopRadius="l3">
            <Drawer.Header pb="2">
              <Drawer.Title>{words.more}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body px="3" pb="4">
              <Box as="nav" aria-label={words.more}>
                <PlaceList places={[...furtherPlaces, ...adminPlaces(isAdmin)]}>
                  {(place) => (
                    <PlaceLink
                      place={place}
                      w="full"
                      h="12"
                      px="3"
                      gap="3"
                      justifyContent="flex-start"
                      css={{ '&[aria-current]': { bg: 'brand.subtle', color: 'brand.fg' } }}
                      onClick={onClose}
                    >
                      {(name) => name}
                    </PlaceLink>
                  )}
                </PlaceList>
              </Box>
              <Stack
                gap="1"
                mt="2"
                pt="2"
                borderTopWidth="1px"
                // Icons and names stand in the columns of the places above.
                css={{ '& button': { height: '12', px: '3', gap: '3' }, '& svg': { boxSize: '5' } }}
              >
                <LanguageButton inMenu onSwitch={onClose} />
                <ColorModeMenuItem />
              </Stack>
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="lg" colorPalette="gray" aria-label={words.close} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
