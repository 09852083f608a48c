/**
 * Damco / Maersk Tracking, one row: reads the number's containers and events from its page, or from the carrier's official
 * interface where that is configured.
 */
import { trackOfficially } from '#activities/portals/maersk-track/official.ts';
import { trackShipment, type Tracking } from '#activities/portals/maersk-track/tracking-page.ts';
import type { ReadRunner, RunContext } from '#services/runner.ts';
import { containerColumns, containerLines, eventColumns, eventLines } from './journeys.ts';
import { damcoTrackingMaerskMessages } from './messages.ts';

export const damcoTrackingMaersk: ReadRunner = {
  outputColumns: ['containers', ...containerColumns],
  outputSheets: { Containers: containerColumns, Events: eventColumns },
  run: async (row, context) => {
    context.signal.throwIfAborted();
    const number = row['tracking_no'] ?? '';
    const tracking = await track(number, context);
    if (!tracking)
      return {
        outcome: 'NOT_FOUND',
        message: damcoTrackingMaerskMessages.noResults({ number }),
      };
    const containers = containerLines(tracking);
    const [first] = containers;
    return {
      outcome: 'SUCCESS',
      message: damcoTrackingMaerskMessages.shipment({
        status: first?.['transit_status'] ?? damcoTrackingMaerskMessages.found(),
        event: first?.['last_event'] ?? damcoTrackingMaerskMessages.noEventYet(),
        place: first?.['last_location'] ?? damcoTrackingMaerskMessages.placeUnknown(),
      }),
      portalReference: number,
      values: { containers: containers.length, ...first },
      sheets: { Containers: containers, Events: eventLines(tracking) },
    };
  },
};

function track(number: string, { session, official, signal }: RunContext): Promise<Tracking | null> {
  if (official) return trackOfficially(official, number, signal);
  if (!session) throw new Error('Maersk tracking needs a browser or the official interface.');
  return trackShipment(session, number);
}
