/** The pages behind the sign-in of MyShipment that a probe opens. */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'track',
    steps: [{ follow: 'menu.track' }],
    shows: [
      'menu.logout',
      'search.type',
      'search.typeId',
      'search.number',
      'search.numberId',
      'search.submit',
    ],
  },
];
