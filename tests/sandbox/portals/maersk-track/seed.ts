/** The carrier's shipments, derived from their number: the same number always has the same movements. */
import { isContainer } from '#services/families/fields-containers.ts';
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

type TrackedEvent = {
  activity: string;
  event_time_type: 'EXPECTED' | 'ACTUAL';
  event_time: string;
  vessel_name: string;
  voyage_num: string;
  is_empty: boolean;
};
export type Tracking = {
  tpdoc_num: string;
  origin: Place;
  destination: Place;
  containers: {
    container_num: string;
    container_size: string;
    container_type: string;
    status: string;
    eta_final_delivery: string;
    locations: (Place & { terminal: string; events: TrackedEvent[] })[];
  }[];
};
type Place = { city: string; country: string; site_code: string };

const chattogram: Place = { city: 'Chattogram', country: 'Bangladesh', site_code: 'BDCGP' };
const colombo: Place = { city: 'Colombo', country: 'Sri Lanka', site_code: 'LKCMB' };
const ports: Place[] = [
  { city: 'Gothenburg', country: 'Sweden', site_code: 'SEGOT' },
  { city: 'Rotterdam', country: 'Netherlands', site_code: 'NLRTM' },
  { city: 'Hamburg', country: 'Germany', site_code: 'DEHAM' },
];
const FIRST_DAY = Date.UTC(2026, 9, 1);

/** Known container and shipment numbers, and the containers of each. */
const known: Record<string, { containers: string[]; stage: 'in transit' | 'arrived' | 'delivered' }> = {
  MRKU5295187: { containers: ['MRKU5295187'], stage: 'in transit' },
  MSKU0383250: { containers: ['MSKU0383250'], stage: 'arrived' },
  TCNU4781205: { containers: ['TCNU4781205'], stage: 'delivered' },
  '261904477': { containers: ['MRKU5295187', 'MSKU0383250'], stage: 'in transit' },
  MAEU261904512: { containers: ['MEDU9012453'], stage: 'arrived' },
};

/** Containers that end in an even digit exist too, so that a job of any size can run. */
function shipmentOf(number: string) {
  if (known[number]) return known[number];
  if (isContainer(number) && Number(number.at(-1)) % 2 === 0)
    return { containers: [number], stage: 'in transit' as const };
  return undefined;
}

export function findTracking(number: string): Tracking | undefined {
  const shipment = shipmentOf(number);
  if (!shipment) return undefined;
  const destination = ports[digits(number) % ports.length] ?? colombo;
  return {
    tpdoc_num: number,
    origin: chattogram,
    destination,
    containers: shipment.containers.map((container) => journey(container, shipment.stage, destination)),
  };
}

function digits(text: string): number {
  return Number(text.replace(/\D/g, '').slice(-4));
}

type Leg = { place: Place; terminal: string; activities: [activity: string, day: number, empty?: true][] };

function journey(container: string, stage: string, destination: Place): Tracking['containers'][number] {
  const startMs = FIRST_DAY + (digits(container) % 20) * DAY_MS;
  const legs: Leg[] = [
    {
      place: chattogram,
      terminal: 'Chittagong Container Terminal',
      activities: [
        ['GATE-OUT', 0, true],
        ['GATE-IN', 3],
        ['LOAD', 5],
        ['CONTAINER DEPARTURE', 6],
      ],
    },
    {
      place: colombo,
      terminal: 'Colombo International Container Terminal',
      activities: [
        ['CONTAINER ARRIVAL', 12],
        ['DISCHARG', 13],
        ['LOAD', 16],
        ['CONTAINER DEPARTURE', 17],
      ],
    },
    {
      place: destination,
      terminal: `${destination.city} Terminal`,
      activities: [
        ['CONTAINER ARRIVAL', 36],
        ['DISCHARG', 37],
        ['GATE-OUT', 40],
        ['GATE-IN', 44, true],
      ],
    },
  ];
  const lastActualDay = { 'in transit': 20, arrived: 38, delivered: 60 }[stage] ?? 0;
  return {
    container_num: container,
    container_size: '40',
    container_type: 'Dry High',
    status: { 'in transit': 'IN TRANSIT', arrived: 'ARRIVED', delivered: 'DELIVERED' }[stage] ?? '',
    eta_final_delivery: isoMinute(startMs + 36 * DAY_MS),
    locations: legs.map(({ place, terminal, activities }) => ({
      ...place,
      terminal,
      events: activities.map(([activity, day, empty]) => ({
        activity,
        event_time_type: day <= lastActualDay ? 'ACTUAL' : 'EXPECTED',
        event_time: isoMinute(startMs + day * DAY_MS),
        vessel_name: activity.startsWith('GATE') ? '' : day < 15 ? 'MAERSK XIAMEN' : 'MUNKEBO MAERSK',
        voyage_num: activity.startsWith('GATE') ? '' : day < 15 ? '641W' : '645W',
        is_empty: empty ?? false,
      })),
    })),
  };
}

function isoMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}
