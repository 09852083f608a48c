/** Damco / Maersk Tracking, one row: opens the number's page and reads its containers and events. */
import { trackShipment } from '#activities/portals/maersk-track/tracking-page.ts';
import type { ReadRunner } from '#services/runner.ts';
import { containerColumns, containerLines, eventColumns, eventLines } from './journeys.ts';
import { damcoTrackingMaerskMessages } from './messages.ts';

export const damcoTrackingMaersk: ReadRunner = {
  outputColumns: ['containers', ...containerColumns],
  outputSheets: { Containers: containerColumns, Events: eventColumns },
  run: async (row, { session, signal }) => {
    signal.throwIfAborted();
    if (!session) throw new Error('Maersk tracking needs a browser.');
    const number = row['tracking_no'] ?? '';
    const tracking = await trackShipment(session, number);
    if (!tracking)
      return {
        outcome: 'NOT_FOUND',
        message: damcoTrackingMaerskMessages.noResults({ number }),
      };
    const containers = containerLines(tracking);
    const [first] = containers;
    return {
      outcome: 'SUCCESS',
      message: `${first?.['transit_status'] ?? 'Found'}: ${first?.['last_event'] ?? 'no event yet'}, ${first?.['last_location'] ?? 'place unknown'}.`,
      portalReference: number,
      values: { containers: containers.length, ...first },
      sheets: { Containers: containers, Events: eventLines(tracking) },
    };
  },
};
