/** Searches MyShipment by one of six kinds of numbers and reads the fields and milestones of each shipment found. */
import type { Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { button, field, link, numberLink } from '#activities/portals/controls.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { myshipmentPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
const { clickAndWait, stayInside, onPage, explain, fill, answerWords } = tools;

/** `fields` are keyed by the portal's labels; `milestones` are rows of its table. */
export type Shipment = { fields: Map<string, string>; milestones: Map<string, string>[] };

/** Returns every shipment with this number, empty if there is none; null if there are more than `matchesMax`. */
export async function trackShipments(
  session: PortalSession,
  type: string,
  value: string,
): Promise<Shipment[] | null> {
  const { page } = session;
  const numbers = await search(page, type, value);
  if (numbers.length > config.matchesMax) return null;
  const shipments: Shipment[] = [];
  for (const so of numbers) {
    if (shipments.length > 0) await search(page, type, value);
    await clickAndWait(page, numberLink(page, so));
    shipments.push(await readShipment(page, so));
  }
  return shipments;
}

/** Returns the SO numbers of the result list, each once. */
async function search(page: Page, type: string, value: string): Promise<string[]> {
  const { search: form, menu, timeouts } = config;
  const timeout = timeouts.elementMs;
  await stayInside(page, menu.track);
  await clickAndWait(page, link(page, menu.track));
  if (config.noPermission.test(await answerWords(page)))
    throw new PortalFault('CREDENTIALS_INVALID', myshipmentPortalMessages.notPermitted());
  const kind = field(page, { label: form.type, id: form.typeId });
  await onPage(page, () => kind.selectOption(type, { timeout }));
  await fill(page, { label: form.number, id: form.numberId }, value);
  await clickAndWait(page, button(page, form.submit));
  return readNumbers(page);
}

async function readNumbers(page: Page): Promise<string[]> {
  const rows = await readTable(page, config.results);
  const numbers = rows.map((row) => row.get('SO') ?? '').filter((so) => so !== '');
  if (numbers.length > 0) return [...new Set(numbers)];
  if (config.notFound.test(await answerWords(page))) return [];
  throw await explain(page);
}

async function readShipment(page: Page, so: string): Promise<Shipment> {
  const fields = await cellTexts(page, config.fields);
  if (fields.length === 0) throw await explain(page);
  const shown = cellOf(pairsOf(fields), 'SO');
  if (!isSameText(shown, so))
    throw new PortalFault('PORTAL_BUSY', myshipmentPortalMessages.otherShipment({ shown, so }));
  return { fields: pairsOf(fields), milestones: await readTable(page, config.milestones) };
}
