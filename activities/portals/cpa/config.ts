/**
 * Settings of the port's container look-up that may need adjusting to the live site: addresses, labels, messages and
 * timeouts.
 */
import { definePageMap } from '#activities/portals/page-texts.ts';
export const config = definePageMap({
  formPath: '/pcs/container',
  form: { container: 'Container No', containerId: '#containerNo', search: 'Search' },
  location: { heading: 'Location Description', table: 'table:has(th:text-is("Location Description"))' },
  details: '#detailTable, h2:has-text("Detail Information") + table',
  back: 'Back',
  alert: '[role=alert], .alert',
  notFound: /no container found/i,
  timeouts: { navigationMs: 45_000, elementMs: 5_000 },
});
