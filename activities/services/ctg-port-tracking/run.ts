/** Chattogram Port Tracking, one row: looks the container up, parses its location, and warns about an old visit. */
import { findContainer } from '#activities/portals/cpa/container-page.ts';
import { daysBetween, dhakaDay } from '#services/families/fields-dates.ts';
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
    const warnings = [
      directionWarning(row['direction'], values['category']),
      ageWarning(arrivalDay(visit.details)),
    ].filter((warning) => warning !== '');
    return {
      outcome: 'SUCCESS',
      message: [`${visit.location}.`, ...warnings].join(' '),
      portalReference: container,
      values,
    };
  },
};

function directionWarning(wanted: string | undefined, shown: string | number | null | undefined): string {
  if (!wanted || !shown || wanted === shown) return '';
  return ctgPortTrackingMessages.sheetDiffers({ wanted, shown });
}

function ageWarning(arrival: string | null): string {
  if (!arrival || !/^\d{4}-\d\d-\d\d$/.test(arrival)) return '';
  const days = daysBetween(arrival, dhakaDay(new Date()));
  return days > OLD_AFTER_DAYS ? ctgPortTrackingMessages.oldVisit({ days }) : '';
}
