/** Searches MyShipment by one of six kinds of numbers and reads the fields and milestones of each shipment found. */
import type { Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { createPageTools, maintenanceWords, pairsOf, readTable } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { myshipmentPortalMessages } from './messages.ts';

export const tools = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: config.isLogin,
  timeouts: config.timeouts,
});
const { clickAndWait, stayInside, onPage, explain, alertWords } = tools;

/** `fields` are keyed by the portal's labels; `milestones` are rows of its table. */
export type Shipment = { fields: Map<string, string>; milestones: Map<string, string>[] };

/** Returns every shipment with this number; empty if there is none. */
export async function trackShipments(
  session: PortalSession,
  type: string,
  value: string,
): Promise<Shipment[]> {
  const { page } = session;
  const numbers = await search(page, type, value);
  const shipments: Shipment[] = [];
  for (const so of numbers) {
    if (shipments.length > 0) await search(page, type, value);
    await clickAndWait(page, page.getByRole('link', { name: so, exact: true }));
    shipments.push(await readShipment(page));
  }
  return shipments;
}

/** Returns the SO numbers of the result list. */
async function search(page: Page, type: string, value: string): Promise<string[]> {
  const { search: form, menu, timeouts } = config;
  const timeout = timeouts.elementMs;
  const track = page.getByRole('link', { name: menu.track, exact: true });
  await stayInside(page, track);
  await clickAndWait(page, track);
  if (config.noPermission.test(await alertWords(page)))
    throw new PortalFault('CREDENTIALS_INVALID', myshipmentPortalMessages.notPermitted());
  const kind = page.getByLabel(form.type, { exact: true }).or(page.locator(form.typeId));
  await onPage(page, () => kind.selectOption(type, { timeout }));
  const number = page.getByLabel(form.number, { exact: true }).or(page.locator(form.numberId));
  await onPage(page, () => number.fill(value, { timeout }));
  await clickAndWait(page, page.getByRole('button', { name: form.submit, exact: true }));
  return readNumbers(page);
}

async function readNumbers(page: Page): Promise<string[]> {
  const rows = await readTable(page.locator(config.results));
  const numbers = rows.map((row) => row.get('SO') ?? '').filter((so) => so !== '');
  if (numbers.length > 0) return numbers.slice(0, config.matchesMax);
  if (config.notFound.test(await alertWords(page))) return [];
  throw await explain(page);
}

async function readShipment(page: Page): Promise<Shipment> {
  const fields = await page.locator(config.fields).locator('th, td').allTextContents();
  if (fields.length === 0) throw await explain(page);
  return { fields: pairsOf(fields), milestones: await readTable(page.locator(config.milestones)) };
}
