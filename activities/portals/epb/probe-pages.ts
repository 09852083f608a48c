/**
 * The pages behind the export tracker's sign-in that a probe opens. Opening an empty form is a link and files nothing.
 */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'records',
    steps: [{ follow: 'menu.soo' }],
    shows: ['menu.logout', 'list.add', 'list.invoiceNo', 'list.invoiceNoId', 'list.submit'],
  },
  {
    page: 'new-record',
    steps: [{ follow: 'menu.soo' }, { follow: 'list.add' }],
    shows: [
      'form.importer.label',
      'form.importer.id',
      'form.country.label',
      'form.invoicePdf.label',
      'form.blPdf.label',
      'form.submit',
    ],
  },
];
