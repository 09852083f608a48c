/**
 * The pages behind the permit system's sign-in that a probe opens. Opening an empty form is a link and saves nothing.
 */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'applications',
    steps: [{ follow: 'menu.applications' }],
    shows: [
      'menu.logout',
      'search.kind.label',
      'search.kind.id',
      'search.applicationNo.label',
      'search.invoiceNo.label',
      'search.submit',
    ],
  },
  {
    page: 'permits',
    steps: [{ follow: 'menu.permits' }],
    shows: ['search.kind.label', 'search.permitNo.label', 'search.permitNo.id', 'search.submit'],
  },
  { page: 'export', steps: [{ follow: 'menu.export' }], shows: ['form.new'] },
  {
    page: 'new-export',
    steps: [{ follow: 'menu.export' }, { follow: 'form.new' }],
    shows: ['form.addItem', 'form.save'],
  },
  { page: 'import', steps: [{ follow: 'menu.import' }], shows: ['form.new'] },
];
