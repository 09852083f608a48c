/** What may differ from memory of the carrier's tracking: its addresses and our patience. */
export const config = {
  trackingPath: (number: string): string => `/tracking/${encodeURIComponent(number)}`,
  /** The page's own call for the shipment. */
  answerUrl: /\/api\/tracking\//,
  timeouts: { navigationMs: 45_000, answerMs: 30_000 },
};
