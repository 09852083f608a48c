/** Damco / Maersk Tracking, one row: opens the number's page and reads its containers and events. */
import { trackShipment } from '#activities/portals/maersk-track/tracking-page.ts';
import { say } from '#contracts/say.ts';
import type { ReadRunner } from '#services/runner.ts';
import { containerColumns, containerLines, eventColumns, eventLines } from './journeys.ts';

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
        message: say('Maersk tracking has no results for {number}.', { number }),
      };
    const containers = containerLines(tracking);
    const [first] = containers;
    return {
      outcome: 'SUCCESS',
      message: say('{status}: {event}, {place}.', {
        status: first?.['transit_status'] ?? say('Found'),
        event: first?.['last_event'] ?? say('no event yet'),
        place: first?.['last_location'] ?? say('place unknown'),
      }),
      portalReference: number,
      values: { containers: containers.length, ...first },
      sheets: { Containers: containers, Events: eventLines(tracking) },
    };
  },
};
