/** Looks up one container at the port: fills in the form and reads the page with its location and vessel. */
import type { Locator, Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import { open } from '#activities/portals/navigation.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { cpaPortalMessages } from './messages.ts';

const { clickAndWait, explain, fill, answerWords, requireShown } = createPageTools(config);
const searchField = (page: Page): Locator =>
  field(page, { label: config.form.container, id: config.form.containerId });

/** `location` is in the port's own words, empty while it names no place; `details` are keyed by the port's labels. */
export type ContainerVisit = { location: string; details: Map<string, string> };

/** Returns null if the port does not know the container. */
export async function findContainer(
  session: PortalSession,
  container: string,
): Promise<ContainerVisit | null> {
  const { page } = session;
  await openForm(session);
  await fill(page, searchField(page), container);
  await clickAndWait(page, button(page, config.form.search));
  return readVisit(page, container);
}

/** Opens the form, at which every look-up begins. */
export async function entrance(session: PortalSession): Promise<void> {
  const { page } = session;
  await openForm(session);
  await requireShown(page, searchField(page), button(page, config.form.search));
}

/** Uses the back link of the previous answer page; from any other page it opens the form by its address. */
async function openForm({ page, baseUrl }: PortalSession): Promise<void> {
  const back = link(page, config.back);
  if (page.url().startsWith(baseUrl) && (await back.count()) > 0) await clickAndWait(page, back);
  else await open(page, `${baseUrl}${config.formPath}`, config.timeouts.navigationMs);
}

/** Returns a selector of the first element that the selector finds. */
const firstOf = (selector: string): string => `${selector} >> nth=0`;

async function readVisit(page: Page, container: string): Promise<ContainerVisit | null> {
  const [place] = await readTable(page, firstOf(config.location.table));
  const location = place?.get(config.location.heading);
  if (!location && config.notFound.test(await answerWords(page))) return null;
  if (location === undefined) throw await explain(page);
  const shown = place?.get('Container No') ?? '';
  if (shown !== container) {
    throw new PortalFault('PORTAL_CHANGED', cpaPortalMessages.otherContainer({ shown, container }));
  }
  const details = pairsOf(await cellTexts(page, firstOf(config.details)));
  return { location, details };
}
