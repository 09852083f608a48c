/** A page in a person's hands: its pictures, real input events into the frame of a third party, and where it cannot lead. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PortalSession } from '#activities/portals/contract.ts';
import { withinPage } from '#activities/live-page/bounds.ts';
import { actOn } from '#activities/live-page/hands.ts';
import { Screen, type Frame } from '#activities/live-page/screen.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { solvingInputs } from '#tests/harness/live-page.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'customs';
afterEach(() => sandbox.clearFaults());

const FORM = '/portal/services/billTracking/billTracking.jsf';
const tokenOf = ({ page }: PortalSession): Promise<string> =>
  page.locator('[name="g-recaptcha-response"]').inputValue();

async function atWidget(): Promise<PortalSession> {
  await sandbox.setFault({ portal, kind: 'captcha-widget', times: -1 });
  const session = await openSession(sandbox.site(portal));
  await session.page.goto(`${session.baseUrl}${FORM}`);
  await session.page.frameLocator('iframe').locator('#box').waitFor();
  return session;
}

describe('a live page', () => {
  test('the widget of a third host accepts what a person does on the picture, and no script', async () => {
    const session = await atWidget();
    const { page } = session;
    const frame = page.frames().find((each) => new URL(each.url()).hostname === 'captcha.localhost');
    await frame?.evaluate(`document.getElementById('box').click()`);
    expect(await page.frameLocator('iframe').locator('#task').isVisible()).toBe(false);
    for (const input of solvingInputs) await actOn(page, input);
    await until('the token', async () => (await tokenOf(session)) !== '');
  });

  test('a watched page sends a picture whenever it changes, in the size of the page', async () => {
    const session = await atWidget();
    const frames: Frame[] = [];
    const screen = new Screen(session.page, async (frame) => void frames.push(frame));
    await screen.show(true);
    await until('a picture', () => frames.length > 0);
    expect(frames[0]).toMatchObject({ widthPx: 1280, heightPx: 900 });
    expect(
      Buffer.from(frames[0]?.jpeg ?? [])
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
    const before = frames.length;
    for (const input of solvingInputs.slice(0, 1)) await actOn(session.page, input);
    await until('another picture', () => frames.length > before);
    await screen.show(false);
  });

  test('the last picture shows the page as it is, however fast it changed', async () => {
    const session = await atWidget();
    const { page } = session;
    let last: Frame | null = null;
    const screen = new Screen(page, async (frame) => {
      last = frame;
    });
    await screen.show(true);
    await until('a picture', () => last !== null);
    // Each step is painted; most of them fall between two pictures.
    await page.evaluate(`(async () => {
      for (const colour of ['red', 'blue', 'yellow', 'red', 'blue', 'lime']) {
        document.body.style.background = colour;
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      }
    })()`);
    const colourOf = async (): Promise<string> =>
      page.evaluate<string>(`(async () => {
        const picture = new Image();
        picture.src = 'data:image/jpeg;base64,${Buffer.from(last?.jpeg ?? []).toString('base64')}';
        await picture.decode();
        const canvas = new OffscreenCanvas(1, 1);
        const context = canvas.getContext('2d');
        context.drawImage(picture, 200, 700, 1, 1, 0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => Math.round(part / 64)).join();
      })()`);
    await until('the last colour', async () => (await colourOf()) === '0,4,0');
    await screen.show(false);
  });

  test('a person cannot lead the page elsewhere, open windows or download [live-page-stays]', async () => {
    const session = await atWidget();
    const { page, context } = session;
    const url = page.url();
    await withinPage(page, async () => {
      await page.evaluate(`document.querySelector('button[type=submit]').click()`);
      await page.evaluate(`window.open('/customs/portal')`);
      await page.evaluate(`location.href = '/customs/egm/301-C796229-2026.pdf'`);
      await page.evaluate(`document.title = 'Still here'`);
      await until('no other window', () => context.pages().length === 1);
    });
    expect(page.url()).toBe(url);
    expect(await page.title()).toBe('Still here');
  });
});
