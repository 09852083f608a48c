/** Renders the phone's bar at the bottom: four places, and a button that opens the others. */
import { Box, Button, Grid } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '#web/lib/words.ts';
import { PlaceLink, useCurrentPlace } from './place-link.tsx';
import { barPlaces } from './shell-places.ts';
import { shellWords } from './words.ts';

const loadSheet = () => import('./more-sheet.tsx');
const MoreSheet = lazy(() => loadSheet().then((module) => ({ default: module.MoreSheet })));
// A failed prefetch is ignored; opening the sheet reports the error.
const prefetchSheet = () => void loadSheet().catch(() => undefined);

const cell = {
  variant: 'ghost',
  colorPalette: 'gray',
  color: 'fg.muted',
  w: 'full',
  h: '14',
  px: '1',
  gap: '0.5',
  flexDirection: 'column',
  borderRadius: '0',
  textStyle: 'xs',
  fontWeight: 'medium',
  css: {
    '&[aria-current], &[data-current]': { color: 'brand.fg', fontWeight: '600' },
    '&[aria-current]::before, &[data-current]::before': {
      content: '""',
      position: 'absolute',
      top: '0',
      insetInline: '20%',
      height: '2px',
      bg: 'brand.solid',
    },
    _focusVisible: { outlineOffset: '-2px' },
  },
  position: 'relative',
} as const;

export function BottomBar(props: { isAdmin: boolean }) {
  const words = useWords(shellWords);
  const [state, setState] = useState<'never-opened' | 'open' | 'closed'>('never-opened');
  const place = useCurrentPlace()?.place;
  const isElsewhere = place !== undefined && !barPlaces.includes(place);
  return (
    <Box
      as="nav"
      aria-label={words.main}
      hideFrom="md"
      position="fixed"
      insetX="0"
      bottom="0"
      zIndex="sticky"
      bg="bg.panel"
      borderTopWidth="1px"
      pb="env(safe-area-inset-bottom)"
    >
      <Grid as="ul" autoFlow="column" autoColumns="minmax(0, 1fr)">
        {barPlaces.map((each) => (
          <li key={each}>
            <PlaceLink place={each} {...cell}>
              {(name) => name}
            </PlaceLink>
          </li>
        ))}
        <li>
          <Button
            {...cell}
            aria-haspopup="dialog"
            aria-expanded={state === 'open'}
            data-current={isElsewhere ? '' : undefined}
            onPointerEnter={prefetchSheet}
            onFocus={prefetchSheet}
            onClick={() => setState('open')}
          >
            <Box asChild boxSize="5">
              <Ellipsis aria-hidden />
            </Box>
            {words.more}
          </Button>
        </li>
      </Grid>
      <Suspense>
        {state === 'never-opened' ? null : (
          <MoreSheet isAdmin={props.isAdmin} open={state === 'open'} onClose={() => setState('closed')} />
        )}
      </Suspense>
    </Box>
  );
}
