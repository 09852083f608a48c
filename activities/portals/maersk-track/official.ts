/**
 * Tracks a shipment by Maersk's official interface (Track & Trace Events, DCSA standard 2.2), and returns what the
 * tracking page would show. `original.md` states what is known of it.
 */
import { PortalFault, type OfficialInterface } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { connectionFault } from '#activities/portals/navigation.ts';
import { askOfficial, type OfficialAnswer } from '#activities/portals/official-interface.ts';
import { config } from './config.ts';
import { eventsAnswer, toTracking, type DcsaEvent } from './dcsa-events.ts';
import { maerskTrackPortalMessages } from './messages.ts';
import type { Tracking } from './tracking-page.ts';
import { requireOwnAnswer } from './unknown-number.ts';

const PATH = '/track-and-trace-private/events';
/** Number of events on a page of the answer, which is the interface's default. */
const PAGE_EVENTS = 100;
/** Maximum number of pages; a booking of a hundred containers has fewer. */
const PAGES_MAX = 50;
const EVENT_TYPES = 'EQUIPMENT,TRANSPORT';

type Reference = Readonly<
  Partial<Record<'equipmentReference' | 'carrierBookingReference' | 'transportDocumentReference', string>>
>;

/** Owner code, number and check digit; the service has verified the check digit. */
const container = /^[A-Z]{4}\d{7}$/;

/**
 * Returns the references to ask for. Nine digits may be a booking or a bill of lading. A bill's number does not include
 * the carrier's code before it.
 */
function referencesOf(number: string): Reference[] {
  if (container.test(number)) return [{ equipmentReference: number }];
  if (number.startsWith('MAEU')) return [{ transportDocumentReference: number.slice('MAEU'.length) }];
  return [{ carrierBookingReference: number }, { transportDocumentReference: number }];
}

/** Returns the shipment; null if the carrier does not know the number, or no container of it has an event yet. */
export async function trackOfficially(
  official: OfficialInterface,
  number: string,
  signal: AbortSignal,
): Promise<Tracking | null> {
  for (const reference of referencesOf(number)) {
    const tracking = toTracking(await eventsOf(official, reference, signal));
    if (tracking) return tracking;
  }
  return null;
}

/** Checks the interface by asking for a number, which the carrier need not know. */
export async function officialEntrance(official: OfficialInterface): Promise<void> {
  await trackOfficially(official, config.formNumber, new AbortController().signal);
}

async function eventsOf(
  official: OfficialInterface,
  reference: Reference,
  signal: AbortSignal,
): Promise<DcsaEvent[]> {
  const events: DcsaEvent[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query: Record<string, string> = {
      ...reference,
      eventType: EVENT_TYPES,
      limit: String(PAGE_EVENTS),
      ...(cursor === null ? {} : { cursor }),
    };
    const headers = { 'Consumer-Key': official.key };
    const { answerMs: timeoutMs } = config.timeouts;
    const answer = await askOfficial(official, { path: PATH, query, headers, timeoutMs }, signal);
    events.push(...eventsIn(answer));
    cursor = nextCursor(answer, official.baseUrl);
    if (cursor === null) return events;
  }
  throw new PortalFault('REJECTED', maerskTrackPortalMessages.tooManyEvents());
}

/** Status 404 with a JSON body and an empty list both mean that nothing is known of the number. */
function eventsIn({ status, text }: OfficialAnswer): DcsaEvent[] {
  if (status === 404) {
    requireOwnAnswer(text);
    return [];
  }
  if (status !== 200) throw new PortalFault('REJECTED', portalMessages.answeredStatus({ status }));
  if (text === null) throw new PortalFault('REJECTED', maerskTrackPortalMessages.tooManyEvents());
  const parsed = eventsAnswer.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data.events;
  throw new PortalFault('PORTAL_CHANGED', maerskTrackPortalMessages.unexpectedAnswer(), {
    cause: parsed.error,
  });
}

/** Throws PORTAL_DOWN for a body that is cut off or not JSON: the same answer to the page counts as an outage too. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw connectionFault('ECONNRESET', cause);
  }
}

/**
 * Returns the cursor of the next page from the answer's header. Only the cursor is used, so that requests always go to
 * the configured address.
 */
function nextCursor({ headers }: OfficialAnswer, baseUrl: string): string | null {
  const next = headers.get('next-page');
  if (next === null || !URL.canParse(next, baseUrl)) return null;
  return new URL(next, baseUrl).searchParams.get('cursor');
}
