/**
 * Opens the carrier's tracking page for a number and reads the shipment from the response that the page itself
 * requests.
 */
import { errors, type Page, type Response } from 'playwright';
import { z } from 'zod';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { connectionFault, open, refuseOutage } from '#activities/portals/navigation.ts';
import { config } from './config.ts';
import { maerskTrackPortalMessages } from './messages.ts';
import { requireOwnAnswer } from './unknown-number.ts';

const text = z.string().nullish();
const place = z.object({ city: z.string(), country: text, site_code: text });
const event = z.object({
  activity: z.string(),
  event_time_type: z.enum(['EXPECTED', 'ACTUAL']),
  event_time: z.string(),
  vessel_name: text,
  voyage_num: text,
  is_empty: z.boolean().nullish(),
});
const tracking = z.object({
  origin: place,
  destination: place,
  containers: z
    .array(
      z.object({
        container_num: z.string(),
        container_size: text,
        container_type: text,
        status: text,
        eta_final_delivery: text,
        locations: z.array(place.extend({ terminal: text, events: z.array(event) })),
      }),
    )
    .min(1),
});
export type Tracking = z.infer<typeof tracking>;

/** Returns the shipment; null if the carrier does not know the number. */
export async function trackShipment(
  { page, baseUrl }: PortalSession,
  number: string,
): Promise<Tracking | null> {
  const { timeouts } = config;
  const answered = page
    .waitForResponse(config.answerUrl, { timeout: timeouts.navigationMs + timeouts.answerMs })
    .catch((error: unknown) => error);
  await open(page, `${baseUrl}${config.trackingPath(number)}`, timeouts.navigationMs);
  const response = await answered;
  if (response instanceof errors.TimeoutError) throw await silence(page, response);
  if (response instanceof Error) throw response;
  return read(response as Response, number);
}

/** Opens the tracking page and checks the format of its answer. The carrier need not know the number in it. */
export async function entrance(session: PortalSession): Promise<void> {
  await trackShipment(session, config.formNumber);
}

async function silence(page: Page, cause: Error): Promise<PortalFault> {
  const words = (await page.locator('body').allInnerTexts()).join(' ').trim();
  return words === ''
    ? new PortalFault('PORTAL_BUSY', portalMessages.emptyPage(), { cause })
    : connectionFault('timeout', cause);
}

async function read(response: Response, number: string): Promise<Tracking | null> {
  if (response.status() === 404) {
    // Another call of the page may be unknown to the web server.
    const isAboutNumber = response.url().toUpperCase().includes(number.toUpperCase());
    requireOwnAnswer(isAboutNumber ? await response.text().catch(() => null) : null);
    return null;
  }
  refuseOutage(response.status());
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw connectionFault('ECONNRESET', cause);
  });
  const parsed = tracking.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new PortalFault('PORTAL_CHANGED', maerskTrackPortalMessages.unexpectedAnswer(), {
    cause: parsed.error,
  });
}
