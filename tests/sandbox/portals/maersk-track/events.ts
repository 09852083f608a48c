/**
 * The carrier's official interface, as a sandbox: the shipments of the page as events after DCSA's Track & Trace standard
 * 2.2, in pages, for a caller with the key.
 */
import type { Context } from 'hono';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { findTracking, type Tracking } from './seed.ts';

export const SANDBOX_CONSUMER_KEY = 'sandbox-consumer-key-71c0a4';
/** Fewer than the caller asks for, so that a booking has several pages. */
const PAGE_EVENTS_MAX = 20;

const codes: Readonly<Record<string, string>> = {
  'GATE-OUT': 'GTOT',
  'GATE-IN': 'GTIN',
  LOAD: 'LOAD',
  DISCHARG: 'DISC',
  'CONTAINER DEPARTURE': 'DEPA',
  'CONTAINER ARRIVAL': 'ARRI',
};

type Container = Tracking['containers'][number];
type Place = Container['locations'][number];
type Happened = Place['events'][number];

/** The number by which the seed knows what is asked for; undefined without a reference. */
function numberAsked(c: Context): string | undefined {
  const bill = c.req.query('transportDocumentReference');
  if (bill !== undefined) return `MAEU${bill}`;
  return c.req.query('equipmentReference') ?? c.req.query('carrierBookingReference');
}

export function answerEvents(c: Context, tools: PortalTools): Response {
  if (c.req.header('consumer-key') !== SANDBOX_CONSUMER_KEY)
    return c.json({ code: 'ERR_GW_001', message: 'Invalid Consumer-Key.' }, 401);
  const number = numberAsked(c)?.toUpperCase();
  if (number === undefined) return c.json({ message: 'At least one reference is required.' }, 400);
  const tracking = findTracking(number);
  tools.note({ kind: 'lookup', user: '', key: number, result: tracking ? 'found' : 'none' });
  if (!tracking) return c.json({ message: 'The requested resource cannot be found.' }, 404);
  if (tools.shows(c, 'malformed-json')) return c.body('{"events":[{"eventType":', 200, JSON_TYPE);
  const events = tracking.containers.flatMap(eventsOf);
  const from = Number(c.req.query('cursor') ?? 0);
  const size = Math.min(Number(c.req.query('limit') ?? 100), PAGE_EVENTS_MAX);
  if (from + size < events.length) c.header('Next-Page', nextPage(c, from + size));
  const page = events.slice(from, from + size);
  return c.json(tools.shows(c, 'layout-changed') ? { data: page } : { events: page });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function nextPage(c: Context, cursor: number): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', String(cursor));
  return url.href;
}

/** What has happened was planned before, for another time; the carrier gives both. */
const eventsOf = ({ container_num, locations }: Container): object[] =>
  locations.flatMap((place) =>
    place.events.flatMap((event) =>
      event.event_time_type === 'ACTUAL'
        ? [
            eventOf(container_num, place, event, 'PLN', '2026-09-01T00:00:00Z'),
            eventOf(container_num, place, event, 'ACT', '2026-11-01T00:00:00Z'),
          ]
        : [eventOf(container_num, place, event, 'EST', '2026-11-01T00:00:00Z')],
    ),
  );

function eventOf(
  container: string,
  { city, country, site_code, terminal }: Place,
  event: Happened,
  eventClassifierCode: string,
  eventCreatedDateTime: string,
): object {
  const location = {
    locationName: terminal,
    UNLocationCode: site_code,
    address: { cityName: city, country },
  };
  const day = eventClassifierCode === 'PLN' ? `${event.event_time.slice(0, 8)}01T00:00` : event.event_time;
  const common = {
    eventID: [container, event.activity, event.event_time, eventClassifierCode].join('/'),
    eventDateTime: `${day}:00+06:00`,
    eventCreatedDateTime,
    eventClassifierCode,
    transportCall: transportCallOf(event, site_code, location),
  };
  const code = codes[event.activity];
  if (code === 'DEPA' || code === 'ARRI')
    return { ...common, eventType: 'TRANSPORT', transportEventTypeCode: code };
  return {
    ...common,
    eventType: 'EQUIPMENT',
    equipmentEventTypeCode: code,
    equipmentReference: container,
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: event.is_empty ? 'EMPTY' : 'LADEN',
    eventLocation: location,
  };
}

/** A container is loaded the day before its vessel departs, and discharged the day after that has arrived. */
function transportCallOf(event: Happened, site: string, location: object): object {
  if (event.vessel_name === '') return { modeOfTransport: 'TRUCK', UNLocationCode: site, location };
  return {
    transportCallID: [event.vessel_name, event.voyage_num, site, callDay(event)].join('/'),
    modeOfTransport: 'VESSEL',
    UNLocationCode: site,
    exportVoyageNumber: event.voyage_num,
    importVoyageNumber: event.voyage_num,
    location,
    vessel: { vesselIMONumber: 1801323, vesselName: event.vessel_name },
  };
}

const daysBeforeCall: Readonly<Record<string, number>> = { LOAD: 1, DISCHARG: -1 };

const callDay = ({ activity, event_time }: Happened): string =>
  new Date(Date.parse(`${event_time}Z`) + (daysBeforeCall[activity] ?? 0) * DAY_MS)
    .toISOString()
    .slice(0, 10);
