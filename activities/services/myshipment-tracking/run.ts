/** MyShipment Tracking, one row: searches, opens every match, and reads its fields and milestones. */
import { PortalFault } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/myshipment/config.ts';
import { trackShipments, type Shipment } from '#activities/portals/myshipment/track-page.ts';
import { quote, sequence } from '#contracts/messages/message.ts';
import { trackingMessages } from '#services/families/tracking-messages.ts';
import type { OutputValues, ReadRunner } from '#services/runner.ts';
import { myshipmentTrackingMessages } from './messages.ts';

const fields = [
  ['so_no', 'SO'],
  ['hbl', 'HBL'],
  ['mbl', 'MBL'],
  ['po', 'PO'],
  ['shipper', 'Shipper'],
  ['buyer', 'Buyer'],
  ['cartons', 'Cartons'],
  ['cbm', 'CBM'],
  ['gross_weight', 'Gross Weight'],
  ['ts_port', 'T/S Port'],
  ['feeder_vessel', 'Feeder Vessel'],
  ['mother_vessel', 'Mother Vessel'],
  ['container_no', 'Container'],
] as const;
const dates = [
  ['cargo_received', 'Cargo Received'],
  ['stuffing', 'Stuffing'],
  ['etd', 'ETD'],
  ['atd', 'ATD'],
  ['eta', 'ETA'],
  ['ata', 'ATA'],
] as const;
const shipmentColumns = [
  ...fields.map(([column]) => column),
  ...dates.map(([column]) => column),
  'current_milestone',
] as const;
const milestoneColumns = ['so_no', 'milestone', 'date', 'place', 'status'] as const;

export const myshipmentTracking: ReadRunner = {
  outputColumns: ['matches', ...shipmentColumns],
  outputSheets: { Shipments: shipmentColumns, Milestones: milestoneColumns },
  run: async (row, { session, signal }) => {
    signal.throwIfAborted();
    if (!session) throw new Error('MyShipment tracking needs a session on the portal.');
    const { search_type: type = '', search_value: value = '' } = row;
    const found = await trackShipments(session, type, value);
    if (!found) {
      const message = myshipmentTrackingMessages.tooManyShipments({ most: config.matchesMax });
      return { outcome: 'INPUT_INVALID', message };
    }
    if (found.length === 0) return { outcome: 'NOT_FOUND', message: trackingMessages.noShipment() };
    const shipments = found.map(shipmentLine);
    const [first] = shipments;
    const milestone = first?.['current_milestone'];
    const more = found.length > 1 ? myshipmentTrackingMessages.manyShipments({ count: found.length }) : null;
    return {
      outcome: 'SUCCESS',
      message: sequence(milestone ? quote(`${milestone}.`) : myshipmentTrackingMessages.noMilestone(), more),
      portalReference: String(first?.['so_no'] ?? value),
      values: { matches: found.length, ...first },
      sheets: { Shipments: shipments, Milestones: found.flatMap(milestoneLines) },
    };
  },
};

/**
 * Builds the line of one shipment. A missing label means that the portal was rebuilt; a milestone that is only
 * planned has no actual date.
 */
function shipmentLine({ fields: shown, milestones }: Shipment): OutputValues {
  const dateOf = (name: string): string | null => {
    const milestone = milestones.find((candidate) => candidate.get('Milestone') === name);
    const isActual = name !== 'ETD' && name !== 'ETA';
    if (!milestone || (isActual && milestone.get('Status') !== 'Done')) return null;
    return milestone.get('Date') || null;
  };
  return {
    ...Object.fromEntries(fields.map(([column, label]) => [column, fieldValue(shown, label)])),
    ...Object.fromEntries(dates.map(([column, name]) => [column, dateOf(name)])),
    current_milestone:
      milestones
        .filter((milestone) => milestone.get('Status') === 'Done')
        .at(-1)
        ?.get('Milestone') ?? null,
  };
}

function fieldValue(shown: Map<string, string>, label: string): string | null {
  const value = shown.get(label);
  if (value === undefined)
    throw new PortalFault('PORTAL_CHANGED', myshipmentTrackingMessages.noLabel({ label }));
  return value || null;
}

function milestoneLines({ fields: shown, milestones }: Shipment): OutputValues[] {
  return milestones.map((milestone) => ({
    so_no: shown.get('SO') ?? null,
    milestone: milestone.get('Milestone') ?? null,
    date: milestone.get('Date') ?? null,
    place: milestone.get('Place') ?? null,
    status: milestone.get('Status') ?? null,
  }));
}
