/** Converts events of DCSA's Track & Trace standard 2.2 to what the tracking page shows of a shipment. */
import { z } from 'zod';
import { sizeAndType } from './equipment-codes.ts';
import type { Tracking } from './tracking-page.ts';

const text = z.string().nullish();
const location = z.object({
  locationName: text,
  UNLocationCode: text,
  facilityCode: text,
  address: z.object({ cityName: text, country: text }).nullish(),
});
const transportCall = z.object({
  transportCallID: text,
  carrierVoyageNumber: text,
  exportVoyageNumber: text,
  importVoyageNumber: text,
  UNLocationCode: text,
  facilityCode: text,
  otherFacility: text,
  location: location.nullish(),
  vessel: z.object({ vesselName: text }).nullish(),
});
const happening = z.object({
  /** Local time of the place, with its offset from UTC. */
  eventDateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
  eventCreatedDateTime: text,
  eventClassifierCode: z.enum(['PLN', 'EST', 'ACT']),
  references: z.array(z.object({ referenceType: z.string(), referenceValue: z.string() })).nullish(),
  transportCall,
  eventLocation: location.nullish(),
});
const equipmentEvent = happening.extend({
  eventType: z.literal('EQUIPMENT'),
  equipmentEventTypeCode: z.string(),
  equipmentReference: text,
  ISOEquipmentCode: text,
  emptyIndicatorCode: text,
});
const transportEvent = happening.extend({
  eventType: z.literal('TRANSPORT'),
  transportEventTypeCode: z.string(),
});
/** Events about documents, which are ignored. */
const shipmentEvent = z.object({ eventType: z.literal('SHIPMENT') });

export const eventsAnswer = z.object({
  events: z.array(z.discriminatedUnion('eventType', [equipmentEvent, transportEvent, shipmentEvent])),
});
export type DcsaEvent = z.infer<typeof eventsAnswer>['events'][number];
type EquipmentEvent = z.infer<typeof equipmentEvent>;
type TransportEvent = z.infer<typeof transportEvent>;
type Happening = EquipmentEvent | TransportEvent;

/** The tracking page's names of events. Codes without one get the standard's name. */
const activities: Readonly<Record<string, string>> = {
  GTOT: 'GATE-OUT',
  GTIN: 'GATE-IN',
  LOAD: 'LOAD',
  DISC: 'DISCHARG',
  DEPA: 'CONTAINER DEPARTURE',
  ARRI: 'CONTAINER ARRIVAL',
  STUF: 'STUFFED',
  STRP: 'STRIPPED',
  PICK: 'PICK-UP',
  DROP: 'DROP-OFF',
  RSEA: 'RESEALED',
  RMVD: 'REMOVED',
  INSP: 'INSPECTED',
};

type Container = Tracking['containers'][number];
type Place = Omit<Container['locations'][number], 'events'>;
type Movement = {
  code: string;
  isActual: boolean;
  isEmpty: boolean;
  atMs: number;
  event: Happening;
  place: Place;
};

/** Returns the shipment; null if no event names a container. */
export function toTracking(events: readonly DcsaEvent[]): Tracking | null {
  const moves = events.filter((event) => event.eventType !== 'SHIPMENT');
  const numbers = [...new Set(moves.flatMap(containersIn))];
  const journeys = numbers.map((number) => ({ number, movements: movementsOf(number, moves, numbers) }));
  const [first] = journeys;
  if (!first) return null;
  return {
    origin: (first.movements.find(({ code }) => code === 'LOAD') ?? first.movements[0])?.place ?? nowhere,
    destination: destinationOf(first.movements) ?? nowhere,
    containers: journeys.map(({ number, movements }) => containerOf(number, movements)),
  };
}

const nowhere: Place = { city: '' };

/** Returns the containers that an event names, itself or among its references. */
function containersIn(event: Happening): string[] {
  const own = event.eventType === 'EQUIPMENT' ? event.equipmentReference : null;
  if (own) return [own];
  return (event.references ?? []).flatMap(({ referenceType, referenceValue }) =>
    referenceType === 'EQ' ? [referenceValue] : [],
  );
}

/** Returns a container's events in order of time, each once: an actual event replaces the planned one. */
function movementsOf(number: string, events: readonly Happening[], numbers: readonly string[]): Movement[] {
  const callsOf = new Map(numbers.map((each) => [each, callsIn(each, events)]));
  const isAtCall = (call: string, each: string): boolean => callsOf.get(each)?.has(call) ?? false;
  const concerns = (event: Happening): boolean => {
    const named = containersIn(event);
    if (named.length > 0) return named.includes(number);
    // An equipment event does not name its container yet. A vessel's arrival concerns all containers on it.
    if (event.eventType === 'EQUIPMENT') return false;
    const call = event.transportCall.transportCallID;
    return !call || isAtCall(call, number) || !numbers.some((each) => isAtCall(call, each));
  };
  const alike = new Map<string, Happening[]>();
  for (const event of events.filter(concerns)) {
    const identity = identityOf(event);
    alike.set(identity, [...(alike.get(identity) ?? []), event]);
  }
  return [...alike.values()]
    .flatMap(settled)
    .map(movementOf)
    .toSorted((a, b) => a.atMs - b.atMs);
}

const callsIn = (number: string, events: readonly Happening[]): Set<string> =>
  new Set(
    events.flatMap((event) =>
      event.transportCall.transportCallID && containersIn(event).includes(number)
        ? [event.transportCall.transportCallID]
        : [],
    ),
  );

/** Returns the same key for the planned, the estimated and the actual occurrence of an event. */
function identityOf(event: Happening): string {
  const { site_code, city } = placeOf(event);
  const call = event.transportCall.transportCallID ?? '';
  return [codeOf(event), isEmpty(event), site_code || city, call].join('|');
}

/**
 * Returns the latest version of events with the same key. Without a port call, the same event may have happened several
 * times.
 */
function settled(alike: readonly Happening[]): Happening[] {
  const actual = alike.filter(({ eventClassifierCode }) => eventClassifierCode === 'ACT');
  const counted = actual.length > 0 ? actual : alike;
  const byAge = counted.toSorted((a, b) => createdAt(a).localeCompare(createdAt(b)));
  const isSeveral = actual.length > 0 && !byAge[0]?.transportCall.transportCallID;
  return isSeveral
    ? [...new Map(byAge.map((event) => [event.eventDateTime, event])).values()]
    : byAge.slice(-1);
}

const createdAt = ({ eventCreatedDateTime }: Happening): string => eventCreatedDateTime ?? '';

const codeOf = (event: Happening): string =>
  event.eventType === 'EQUIPMENT' ? event.equipmentEventTypeCode : event.transportEventTypeCode;
const isEmpty = (event: Happening): boolean =>
  event.eventType === 'EQUIPMENT' && event.emptyIndicatorCode === 'EMPTY';

const movementOf = (event: Happening): Movement => ({
  code: codeOf(event),
  isActual: event.eventClassifierCode === 'ACT',
  isEmpty: isEmpty(event),
  atMs: Date.parse(event.eventDateTime),
  event,
  place: placeOf(event),
});

function placeOf({ eventLocation, transportCall: call }: Happening): Place {
  const at = eventLocation ?? call.location;
  const site = at?.UNLocationCode ?? call.UNLocationCode ?? null;
  return {
    city: at?.address?.cityName ?? at?.locationName ?? site ?? '',
    country: at?.address?.country ?? null,
    site_code: site,
    terminal: at?.locationName ?? call.otherFacility ?? at?.facilityCode ?? call.facilityCode ?? null,
  };
}

const isArrival = ({ code }: Movement): boolean => code === 'ARRI' || code === 'DISC';

/** Returns the place where the container leaves its last vessel; its last place, if no vessel is known. */
const destinationOf = (movements: readonly Movement[]): Place | undefined =>
  (movements.findLast(isArrival) ?? movements.at(-1))?.place;

function containerOf(number: string, movements: readonly Movement[]): Container {
  const isoCode = movements.flatMap(({ event }) =>
    event.eventType === 'EQUIPMENT' && event.ISOEquipmentCode ? [event.ISOEquipmentCode] : [],
  )[0];
  const arrival = movements.findLast(({ code }) => code === 'ARRI') ?? movements.findLast(isArrival);
  return {
    container_num: number,
    ...sizeAndType(isoCode ?? ''),
    status: statusOf(movements),
    eta_final_delivery: arrival ? minuteOf(arrival) : null,
    locations: placesOf(movements),
  };
}

/** Returns the status. A container has been delivered once it has left its destination full, or has come back empty. */
function statusOf(movements: readonly Movement[]): string | null {
  if (!movements.some(({ isActual }) => isActual)) return null;
  const arrivedAt = movements.findIndex(
    (movement) =>
      movement.isActual &&
      isArrival(movement) &&
      movement.place.site_code === destinationOf(movements)?.site_code,
  );
  if (arrivedAt < 0) return 'IN TRANSIT';
  const isLeaving = ({ code, isActual, isEmpty: comesEmpty }: Movement): boolean =>
    isActual && code === (comesEmpty ? 'GTIN' : 'GTOT');
  return movements.slice(arrivedAt).some(isLeaving) ? 'DELIVERED' : 'ARRIVED';
}

/** Groups consecutive events at the same place. */
function placesOf(movements: readonly Movement[]): Container['locations'] {
  const places: Container['locations'] = [];
  for (const movement of movements) {
    const { place } = movement;
    const last = places.at(-1);
    const isSame = last?.site_code === place.site_code && last?.terminal === place.terminal;
    if (last && isSame) last.events.push(shown(movement));
    else places.push({ ...place, events: [shown(movement)] });
  }
  return places;
}

function shown(movement: Movement): Container['locations'][number]['events'][number] {
  const { code, isActual, event } = movement;
  const { vessel, exportVoyageNumber, importVoyageNumber, carrierVoyageNumber } = event.transportCall;
  const voyages = isArrival(movement)
    ? [importVoyageNumber, exportVoyageNumber]
    : [exportVoyageNumber, importVoyageNumber];
  return {
    activity: activities[code] ?? code,
    event_time_type: isActual ? 'ACTUAL' : 'EXPECTED',
    event_time: minuteOf(movement),
    vessel_name: vessel?.vesselName ?? null,
    voyage_num: voyages[0] ?? voyages[1] ?? carrierVoyageNumber ?? null,
    is_empty: movement.isEmpty,
  };
}

/** Returns the place's local time, as the tracking page shows it. */
const minuteOf = ({ event }: Movement): string => event.eventDateTime.slice(0, 'YYYY-MM-DDTHH:MM'.length);
