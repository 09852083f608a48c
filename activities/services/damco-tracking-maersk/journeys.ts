/** Converts the carrier's answer to result columns: one line per container and one per event. Pure. */
import type { Tracking } from '#activities/portals/maersk-track/tracking-page.ts';
import type { OutputValues } from '#services/runner.ts';

export const containerColumns = [
  'container_no',
  'size_type',
  'origin',
  'destination',
  'last_event',
  'last_location',
  'last_event_time',
  'vessel',
  'voyage',
  'eta',
  'transit_status',
] as const;
export const eventColumns = [
  'container_no',
  'event',
  'event_time',
  'event_time_type',
  'location',
  'locode',
  'terminal',
  'vessel',
  'voyage',
  'empty',
] as const;

type Container = Tracking['containers'][number];
type Place = Tracking['origin'];

/** Returns one line per container, in the order of the carrier's answer. */
export function containerLines(tracking: Tracking): OutputValues[] {
  return tracking.containers.map((container) => containerLine(tracking, container));
}

function containerLine({ origin, destination }: Tracking, container: Container): OutputValues {
  const happened = eventsOf(container).filter(({ event }) => event.event_time_type === 'ACTUAL');
  const last = happened.toSorted((a, b) => a.event.event_time.localeCompare(b.event.event_time)).at(-1);
  const sailing = happened.filter(({ event }) => event.vessel_name).at(-1)?.event;
  return {
    container_no: container.container_num,
    size_type: [container.container_size, container.container_type].filter(Boolean).join(' ') || null,
    origin: placeName(origin),
    destination: placeName(destination),
    last_event: last?.event.activity ?? null,
    last_location: last ? placeName(last.place) : null,
    last_event_time: last?.event.event_time ?? null,
    vessel: sailing?.vessel_name ?? null,
    voyage: sailing?.voyage_num ?? null,
    eta: container.eta_final_delivery ?? null,
    transit_status: container.status ?? null,
  };
}

/** Returns the events of all containers, each with its container's number. */
export function eventLines(tracking: Tracking): OutputValues[] {
  return tracking.containers.flatMap((container) =>
    eventsOf(container).map(({ place, event }) => ({
      container_no: container.container_num,
      event: event.activity,
      event_time: event.event_time,
      event_time_type: event.event_time_type,
      location: placeName(place),
      locode: place.site_code ?? null,
      terminal: place.terminal ?? null,
      vessel: event.vessel_name || null,
      voyage: event.voyage_num || null,
      empty: event.is_empty ? 'yes' : 'no',
    })),
  );
}

function eventsOf(container: Container) {
  return container.locations.flatMap((place) => place.events.map((event) => ({ place, event })));
}

function placeName({ city, country }: Place): string {
  return [city, country].filter(Boolean).join(', ');
}
