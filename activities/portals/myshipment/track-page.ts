/** Searches MyShipment by one of six kinds of numbers and reads the fields and milestones of each shipment found. */
import type { Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { button, field, link, numberLink } from '#activities/portals/controls.ts';
import { everyPage } from '#activities/portals/list-pages.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { myshipmentPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
const { clickAndWait, stayInside, onPage, explain, fill, answerWords, wordsInstead } = tools;

/** `fields` are keyed by the portal's labels; `milestones` are rows of its table. */
export type Shipment = { fields: Map<string, string>; milestones: Map<string, string>[] };

/** Returns every shipment with this number, empty if there is none; null if there are more than `matchesMax`. */
export async function trackShipments(
  session: PortalSession,
  type: string,
  value: string,
): Promise<Shipment[] | null> {
  const { page } = session;
  const numbers = await search(page, type, value, (found) => found.length > config.matchesMax);
  if (numbers.length > config.matchesMax) return null;
  const shipments: Shipment[] = [];
  for (const so of numbers) {
    const isListed = shipments.length === 0 && (await numberLink(page, so).count()) > 0;
    if (!isListed) await search(page, type, value, (found) => found.includes(so));
    await clickAndWait(page, numberLink(page, so));
    shipments.push(await readShipment(page, so));
  }
  return shipments;
}

type IsEnough = (numbers: readonly string[]) => boolean;

/** Returns the SO numbers of the result list, each once, up to the page with which they are enough. */
async function search(page: Page, type: string, value: string, isEnough: IsEnough): Promise<string[]> {
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
  return readNumbers(page, isEnough);
}

async function readNumbers(page: Page, isEnough: IsEnough): Promise<string[]> {
  const numbersIn = (rows: readonly Map<string, string>[]): string[] => [
    ...new Set(rows.map((row) => row.get('SO') ?? '').filter((so) => so !== '')),
  ];
  const numbers = numbersIn(await rowsOnAllPages(page, config.results, (rows) => isEnough(numbersIn(rows))));
  if (numbers.length > 0) return numbers;
  if (config.notFound.test(await answerWords(page))) return [];
  throw await explain(page);
}

const rowsOnAllPages = (
  page: Page,
  table: string,
  isEnough?: (rows: readonly Map<string, string>[]) => boolean,
): Promise<Map<string, string>[]> =>
  everyPage(page, config.pages, {
    read: () => readTable(page, table),
    clickAndWait,
    wordsInstead: () => wordsInstead(page, table),
    isEnough,
  });

async function readShipment(page: Page, so: string): Promise<Shipment> {
  const fields = await cellTexts(page, config.fields);
  if (fields.length === 0) throw await explain(page);
  const shown = cellOf(pairsOf(fields), 'SO');
  if (!isSameText(shown, so))
    throw new PortalFault('PORTAL_BUSY', myshipmentPortalMessages.otherShipment({ shown, so }));
  return { fields: pairsOf(fields), milestones: await rowsOnAllPages(page, config.milestones) };
}
