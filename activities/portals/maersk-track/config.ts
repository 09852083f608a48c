/** Settings of the carrier's tracking that may need adjusting to the live site: addresses and timeouts. */
import { definePageMap } from '#activities/portals/page-texts.ts';
export const config = definePageMap({
  trackingPath: (number: string): string => `/tracking/${encodeURIComponent(number)}`,
  /** Address of the request by which the page loads the shipment. */
  answerUrl: /\/api\/tracking\//,
  /** A number in the right format with which probes open the page; the carrier need not know it. */
  formNumber: 'MSKU0383250',
  timeouts: { navigationMs: 45_000, answerMs: 30_000 },
});
