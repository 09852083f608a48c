/** Settings of the carrier's tracking that may need adjusting to the live site: addresses and timeouts. */
import { definePageMap } from '#activities/portals/page-map.ts';
export const config = definePageMap({
  trackingPath: (number: string): string => `/tracking/${encodeURIComponent(number)}`,
  /** Address of the request by which the page loads the shipment. */
  answerUrl: /\/api\/tracking\//,
  /** A number of the right form for a look at the page; it need not be known. */
  formNumber: 'MSKU0383250',
  timeouts: { navigationMs: 45_000, answerMs: 30_000 },
});
