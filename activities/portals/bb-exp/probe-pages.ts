/** The pages behind the EXP portal's sign-in that a probe opens. Opening an empty form is a link and files nothing. */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'search',
    steps: [{ unfold: 'menu.transaction' }, { follow: 'menu.entries.search' }],
    shows: [
      'menu.logout',
      'search.adCode',
      'search.adCodeId',
      'search.serial',
      'search.serialId',
      'search.year',
      'search.yearId',
      'search.link',
    ],
  },
  {
    page: 'list',
    steps: [{ unfold: 'menu.transaction' }, { follow: 'menu.entries.list' }],
    shows: ['list.invoiceNo', 'list.invoiceNoId', 'list.link'],
  },
  {
    page: 'issue',
    steps: [{ unfold: 'menu.transaction' }, { follow: 'menu.entries.issue' }],
    shows: ['filings.issue.submit'],
  },
];
