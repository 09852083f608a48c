/** What a person does on the customs form of the sandbox to solve the CAPTCHA's widget. */
import type { PageInput } from '#activities/live-page/hands.ts';
import {
  boxPlace,
  middleOf,
  ships,
  tilePlaces,
  verifyPlace,
  WORD,
  wordPlace,
} from '#tests/sandbox/portals/customs/widget-places.ts';

const click = (place: Parameters<typeof middleOf>[0]): PageInput => ({ act: 'click', ...middleOf(place) });

export const solvingInputs: readonly PageInput[] = [
  click(boxPlace),
  ...tilePlaces.filter((_, tile) => ships.includes(tile)).map(click),
  click(wordPlace),
  { act: 'type', text: WORD },
  click(verifyPlace),
];
