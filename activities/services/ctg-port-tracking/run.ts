/** Chattogram Port Tracking, one row: looks the container up, parses its location, and warns about an old visit. */
import { findContainer } from '#activities/portals/cpa/container-page.ts';
import { quote, sequence, type Message } from '#contracts/messages/message.ts';
import { daysBetween, dhakaDay } from '#contracts/calendar-days.ts';
import type { ReadRunner } from '#services/runner.ts';
import { arrivalDay, locationColumns, readLocation } from './location.ts';
import { ctgPortTrackingMessages } from './messages.ts';

/**
 * Age from which a visit is reported as old: the port shows only the latest of a container's many visits, and an old
 * one is probably not the one meant.
 */
const OLD_AFTER_DAYS = 120;

export const ctgPortTracking: ReadRunner = {
  outputColumns: locationColumns,
  run: async (row, { session, signal }) => {
    signal.throwIfAborted();
    if (!session) throw new Error('Port tracking needs a browser.');
    const container = row['container_no'] ?? '';
    const visit = await findContainer(session, container);
    if (!visit)
      return {
        outcome: 'NOT_FOUND',
        message: ctgPortTrackingMessages.noContainer(),
        values: { found: 'no' },
      };
    const values = readLocation(visit);
    return {
      outcome: 'SUCCESS',
      message: sequence(
        visit.location ? quote(`${visit.location}.`) : ctgPortTrackingMessages.noPlace(),
        directionWarning(row['direction'], values['category']),
        ageWarning(arrivalDay(visit.details)),
      ),
      portalReference: container,
      values,
    };
  },
};

function directionWarning(
  wanted: string | undefined,
  shown: string | number | null | undefined,
): Message | null {
  if (!wanted || !shown || wanted === shown) return null;
  return ctgPortTrackingMessages.sheetDiffers({ wanted, shown });
}

function ageWarning(arrival: string | null): Message | null {
  if (!arrival || !/^\d{4}-\d\d-\d\d$/.test(arrival)) return null;
  const days = daysBetween(arrival, dhakaDay(new Date()));
  return days > OLD_AFTER_DAYS ? ctgPortTrackingMessages.oldVisit({ days }) : null;
}
