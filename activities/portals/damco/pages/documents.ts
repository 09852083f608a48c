/** Document management: the documents of a booking, and the two windows of an upload. */
import type { Frame, Page } from 'playwright';
import { damcoPortalMessages } from '#activities/portals/damco/messages.ts';
import type { NamedFile } from '#services/runner.ts';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import {
  connectionFault,
  hasStrayed,
  refuseOutage,
  strayedFault,
  watchWindow,
  type HasBegun,
} from '#activities/portals/navigation.ts';
import { everyPage } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { signedOutFault } from '#activities/portals/portal-trouble.ts';
import { config } from '#activities/portals/damco/config.ts';
import type { Refusal } from '#activities/portals/refusals.ts';
import { button } from '#activities/portals/controls.ts';
import { click, clickAndWait, openApplication } from '#activities/portals/damco/frame.ts';
import {
  alertWords,
  answerWords,
  choose,
  fill,
  hasChoice,
  wordsInstead,
  onPage,
  tools,
} from '#activities/portals/damco/tools.ts';

const { documents: names, timeouts } = config;
const filingTimeouts = { ...timeouts, navigationMs: timeouts.filingMs };

export type ListedDocument = {
  id: string;
  type: string;
  name: string;
  bytes: number;
  uploadedAt: string;
};
export type Searched = { app: Frame; documents: ListedDocument[] } | { words: string } | { refusal: Refusal };

/** Returns the documents of a client's booking, or the portal's message or the reason if it shows none. */
export async function listDocuments(
  page: Page,
  { client, so }: { client: string; so: string },
): Promise<Searched> {
  const app = await openApplication(page, 'documents');
  const list = app.locator(names.client);
  const choices = list.locator(names.clientChoices);
  await click(app, list.locator(names.clientOpen), () => choices.first().isVisible());
  const choice = choices.getByText(client, { exact: true });
  if ((await choice.count()) === 0)
    return {
      refusal: {
        outcome: 'NOT_FOUND',
        message: damcoPortalMessages.clientNotListed({ client }),
      },
    };
  const isChosen = async (): Promise<boolean> =>
    (await list.locator(names.clientOpen).innerText()).trim() === client && !(await choice.isVisible());
  await click(app, choice, isChosen);
  await choose(app, app.locator(names.objectType), names.shippingOrder);
  await fill(app, app.locator(names.number), so);
  await clickAndWait(app, app.locator(names.search));
  const words = await wordsInstead(app, names.table);
  if (words !== null) return { words };
  const documents = await everyPage(app, names.pages, {
    read: () => readDocuments(app),
    clickAndWait,
    wordsInstead: () => wordsInstead(app, names.table),
  });
  return { app, documents };
}

async function readDocuments(app: Frame): Promise<ListedDocument[]> {
  return (await readTable(app, names.table)).map((row) => ({
    id: cellOf(row, 'Document Id'),
    type: cellOf(row, 'Type'),
    name: cellOf(row, 'File Name'),
    bytes: numberOf(row, 'Size'),
    uploadedAt: cellOf(row, 'Uploaded At'),
  }));
}

const answerStatus = "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0";

/** Makes a click that opens a window, and waits until the window's elements exist. */
async function opened(from: Page, act: (hasBegun: HasBegun) => Promise<void>): Promise<Page> {
  let hasBegun = false;
  from.once('popup', () => {
    hasBegun = true;
  });
  const failed = watchWindow(from);
  try {
    const [window] = await Promise.all([
      onPage(from, () => from.waitForEvent('popup', { timeout: timeouts.navigationMs })),
      act(() => hasBegun),
    ]);
    await onPage(window, () =>
      window.waitForLoadState('domcontentloaded', { timeout: timeouts.navigationMs }),
    );
    if (window.url().startsWith('chrome-error:')) throw failed.fault() ?? connectionFault(window.url());
    if (hasStrayed(window)) throw strayedFault(window.url());
    // The first response of a new window arrives before listeners can be attached, so the page itself reports its
    // status.
    refuseOutage(await window.evaluate<number>(answerStatus));
    if (tools.isLogin(window)) throw signedOutFault(await alertWords(window));
    return window;
  } finally {
    failed.stop();
  }
}

export type Upload = { so: string; type: string; file: NamedFile };

/**
 * Selects the document and opens the second window, which confirms it. Returns the portal's message if it refuses the
 * selection, or the reason if its list lacks the type.
 */
export async function chooseDocument(
  app: Frame,
  { so, type, file }: Upload,
): Promise<{ confirmation: Page } | { words: string } | { refusal: Refusal }> {
  const { elementMs: timeout } = timeouts;
  await onPage(app, () => app.getByLabel(names.object(so), { exact: true }).check({ timeout }));
  const window = await opened(app.page(), (hasBegun) => click(app, app.locator(names.upload), hasBegun));
  const types = window.locator(names.type);
  if (!(await hasChoice(window, types, type)))
    return {
      refusal: {
        outcome: 'REJECTED',
        message: damcoPortalMessages.documentTypeNotListed({ type }),
      },
    };
  await choose(window, types, type);
  await tools.attach(window, { id: names.file }, file);
  const confirmation = await opened(window, (hasBegun) =>
    click(window, button(window, names.update), hasBegun),
  );
  const words = await wordsInstead(confirmation, names.staged);
  return words === null ? { confirmation } : { words };
}

/** Clicks the button that files the document; the windows close when the portal accepts it. */
export async function confirmUpload(confirmation: Page): Promise<void> {
  try {
    await tools.follow(confirmation, button(confirmation, names.confirm), { limits: filingTimeouts });
  } catch (error) {
    if (!confirmation.isClosed()) throw error;
  }
}

/** Returns null once the window has closed; the portal's message if it stays open with one. */
export async function uploadRefusal(confirmation: Page): Promise<string | null> {
  const { elementMs: timeout } = timeouts;
  if (confirmation.isClosed()) return null;
  const words = confirmation.locator(config.alert).first();
  const closed = confirmation.waitForEvent('close', { timeout }).then(
    () => true,
    () => confirmation.isClosed(),
  );
  const said = words.waitFor({ timeout }).then(
    () => false,
    () => closed,
  );
  if (await Promise.race([closed, said])) return null;
  if (tools.isLogin(confirmation)) throw signedOutFault();
  const refusal = await answerWords(confirmation);
  if (refusal === '') throw await tools.explain(confirmation);
  return refusal;
}

/** Closes leftover windows, which would otherwise receive the next row's clicks. */
export async function closeWindows({ context, page }: PortalSession): Promise<void> {
  for (const window of context.pages()) if (window !== page) await window.close();
}
