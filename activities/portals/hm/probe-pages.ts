/**
 * The pages behind the supplier portal's sign-in that a probe opens. Opening an empty form is a link and creates
 * nothing.
 */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'orders',
    steps: [{ follow: 'menu.orders' }],
    shows: ['menu.logout', 'orders.orderNo', 'orders.orderNoId', 'orders.search'],
  },
  {
    page: 'invoices',
    steps: [{ follow: 'menu.invoices' }],
    shows: ['list.invoiceNo', 'list.orderNo', 'list.dateFrom', 'list.dateTo', 'list.search', 'list.create'],
  },
  {
    page: 'new-invoice',
    steps: [{ follow: 'menu.invoices' }, { follow: 'list.create' }],
    shows: ['form.orderNo', 'form.orderNoId', 'form.findOrder'],
  },
];
