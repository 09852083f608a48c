/** The customs portal's bill tracking: the form with its CAPTCHA, the status of one bill, and its manifest. */
import { errors, type Locator, type Page } from 'playwright';
import { quote, type Message } from '#contracts/messages/message.ts';
import { PortalFault, type Ask, type PortalSession } from '#activities/portals/contract.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import { open } from '#activities/portals/navigation.ts';
import { cellTexts, pairsOf } from '#activities/portals/page-reading.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { customsPortalMessages } from './messages.ts';

const { clickAndWait, onPage, explain, fill, documentOf, answerWords, requireShown } =
  createPageTools(config);

export type BillNumber = { office: string; serial: string; number: string; year: string };
/** Values keyed by the page's labels; `manifest` is null while none is filed. */
export type BillStatus = { status: Map<string, string>; manifest: Map<string, string> | null };

/** Returns null if customs has no record of the bill. */
export async function findBill(
  session: PortalSession,
  bill: BillNumber,
  ask: Ask,
): Promise<BillStatus | null> {
  const { page } = session;
  await openForm(session);
  for (let attempt = 1; ; attempt += 1) {
    await fillForm(page, bill);
    await answerCaptcha(page, ask);
    // A person who worked on the page may have touched the form.
    if (await solveWidget(page, ask)) await fillForm(page, bill);
    await clickAndWait(page, button(page, config.form.retrieve));
    const words = await answerWords(page);
    if (config.notFound.test(words)) return null;
    if (config.viewLost.test(words)) throw new PortalFault('SESSION_EXPIRED', quote(words));
    if (!config.captcha.wrong.test(words)) return readStatus(page, bill);
    if (attempt === config.captchaTriesMax) throw new PortalFault('HUMAN_REQUIRED', quote(words));
  }
}

/** Opens the form, at which every look-up begins. */
export async function entrance(session: PortalSession): Promise<void> {
  const { page } = session;
  const { office, officeId, serial, serialId, number, numberId, year, yearId, retrieve } = config.form;
  await openForm(session);
  const fields = [
    { label: office, id: officeId },
    { label: serial, id: serialId },
    { label: number, id: numberId },
    { label: year, id: yearId },
  ].map((control) => field(page, control));
  await requireShown(page, ...fields, button(page, retrieve));
}

async function openForm({ page, baseUrl }: PortalSession): Promise<void> {
  const back = link(page, config.back);
  if (page.url().startsWith(baseUrl) && (await back.count()) > 0) await clickAndWait(page, back);
  else await open(page, `${baseUrl}${config.formPath}`, config.timeouts.navigationMs);
}

/** Throws INPUT_INVALID if a list of the form does not offer the bill's office or year. */
async function fillForm(page: Page, { office, serial, number, year }: BillNumber): Promise<void> {
  const { form } = config;
  const at = (label: string, id: string): Locator => field(page, { label, id });
  const noOffice = customsPortalMessages.officeNotOffered({ office });
  const noYear = customsPortalMessages.yearNotOffered({ year });
  await choose(page, at(form.office, form.officeId), office, noOffice);
  await fill(page, at(form.serial, form.serialId), serial);
  await fill(page, at(form.number, form.numberId), number);
  await choose(page, at(form.year, form.yearId), year, noYear);
}

/** Chooses an entry of a list. A sheet can name one that the list lacks, so that the page has not changed then. */
async function choose(page: Page, list: Locator, value: string, notOffered: Message): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  const select = async (): Promise<void> => {
    try {
      await list.selectOption(value, { timeout });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || !(await offersOthers(list, value))) throw error;
      throw new PortalFault('INPUT_INVALID', notOffered);
    }
  };
  await onPage(page, select);
}

/** Returns whether the list offers values of the same number of digits, but not this one. */
async function offersOthers(list: Locator, value: string): Promise<boolean> {
  const values = await list
    .locator('option')
    .evaluateAll((entries) => (entries as unknown as { value: string }[]).map((entry) => entry.value));
  const isAlike = (other: string): boolean => /^\d+$/.test(other) && other.length === value.length;
  return values.some(isAlike) && !values.includes(value);
}

/** Lets a person answer the CAPTCHA; it is never solved automatically. */
async function answerCaptcha(page: Page, ask: Ask): Promise<void> {
  const picture = page.locator(config.captcha.picture);
  if ((await picture.count()) === 0) return;
  const timeout = config.timeouts.elementMs;
  const picturePng = await onPage(page, () => picture.first().screenshot({ timeout }));
  const answer = await ask({ kind: 'captcha', prompt: config.captcha.prompt, picturePng });
  await onPage(page, () => page.locator(config.captcha.answer).fill(answer, { timeout }));
}

/**
 * Lets a person solve the CAPTCHA of a third party on the open page; false if there is none. It is never solved
 * automatically.
 */
async function solveWidget(page: Page, ask: Ask): Promise<boolean> {
  const { widget, token, widgetPrompt: prompt } = config.captcha;
  const received = page.locator(token).first();
  if ((await page.locator(widget).count()) === 0 || (await received.count()) === 0) return false;
  const isDone = async (): Promise<boolean> =>
    (await received.inputValue({ timeout: config.timeouts.elementMs })) !== '';
  if (await onPage(page, isDone)) return false;
  await ask({ kind: 'live', prompt, page, isDone });
  return true;
}

async function readStatus(page: Page, bill: BillNumber): Promise<BillStatus> {
  const cells = await cellTexts(page, config.status.table);
  if (cells.length === 0) throw await explain(page);
  const shown = cellOf(pairsOf(cells), 'Registration');
  if (!isOfBill(shown, bill)) {
    const message = customsPortalMessages.otherBill({ shown, bill: `${bill.serial} ${bill.number}` });
    throw new PortalFault('PORTAL_BUSY', message);
  }
  const manifest = await cellTexts(page, config.status.manifest);
  if (manifest.length === 0 && (await page.locator(config.status.none).count()) === 0)
    throw await explain(page);
  return { status: pairsOf(cells), manifest: manifest.length > 0 ? pairsOf(manifest) : null };
}

/**
 * Returns whether the registration is that of the bill. JSF may answer with the bill before, which it keeps in the
 * session. The original's format is unknown, so that the number may stand anywhere, and the letter need not be shown.
 */
function isOfBill(registration: string, { serial, number }: BillNumber): boolean {
  const digits = number.replace(/^0+/, '');
  const found = new RegExp(`(?:\\b([A-Z])[\\s-]*)?(?<!\\d)0*${digits}(?!\\d)`, 'i').exec(registration);
  return found !== null && (found[1] ?? serial).toUpperCase() === serial.toUpperCase();
}

/** Returns the manifest of the bill on the page as a PDF. */
export const printManifest = (session: PortalSession): Promise<Uint8Array> =>
  documentOf(session, config.status.document, link(session.page, config.status.print));
