/** A practice run as it went, recorded by `npm run record`; do not edit. */

export const recordedRun = {
  serviceId: 'exp-search',
  rowsTotal: 8,
  durationMs: 2907,
  rows: [
    {
      exp: '1084-004501-2026',
      outcome: 'SUCCESS',
      status: 'Issued',
      currency: 'EUR',
      value: 88408.32,
      atMs: 803,
    },
    {
      exp: '1084-004502-2026',
      outcome: 'SUCCESS',
      status: 'Used in Bill of Export',
      currency: 'GBP',
      value: 61236,
      atMs: 1093,
    },
    {
      exp: '1084-004503-2026',
      outcome: 'SUCCESS',
      status: 'Duplicate Reported',
      currency: 'USD',
      value: 27600,
      atMs: 1354,
    },
    {
      exp: '1084-004504-2026',
      outcome: 'SUCCESS',
      status: 'Triplicate Reported',
      currency: 'USD',
      value: 94436.16,
      atMs: 1623,
    },
    {
      exp: '2071-004505-2026',
      outcome: 'SUCCESS',
      status: 'Used in Bill of Export',
      currency: 'USD',
      value: 69400.8,
      atMs: 1902,
    },
    {
      exp: '2071-004506-2026',
      outcome: 'SUCCESS',
      status: 'Corrected',
      currency: 'EUR',
      value: 31200,
      atMs: 2235,
    },
  ],
} as const;
