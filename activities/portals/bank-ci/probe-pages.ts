/**
 * The pages behind the incentive desk's sign-in that a probe opens. Opening an empty form is a link and files nothing.
 */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'claims',
    steps: [{ follow: 'menu.claims' }],
    shows: ['menu.logout', 'list.expNo', 'list.expNoId', 'list.search', 'list.create'],
  },
  {
    page: 'new-claim',
    steps: [{ follow: 'menu.claims' }, { follow: 'list.create' }],
    shows: ['form.scheme.label', 'form.scheme.id', 'form.next'],
  },
];
