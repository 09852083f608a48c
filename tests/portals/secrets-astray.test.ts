/** A page map leads a password into the field of a password only, and a picture of a sign-in shows nothing typed. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import type { Portal } from '#activities/portals/contract.ts';
import { config as myshipment } from '#activities/portals/myshipment/config.ts';
import { myshipmentPortal } from '#activities/portals/myshipment/portal.ts';
import { withPageTexts, type PageTexts } from '#activities/portals/page-texts.ts';
import { typeCode, typePassword } from '#activities/portals/typed-secrets.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { logIn } from '#activities/sessions/sign-in.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { testEnv } from '#tests/harness/app.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
afterAll(() => browsers.close());
const patienceMs = { bbExp: config.timeouts.elementMs, myshipment: myshipment.timeouts.elementMs };
beforeAll(() => {
  config.timeouts.elementMs = 1_000;
  myshipment.timeouts.elementMs = 1_000;
});
afterAll(() => {
  config.timeouts.elementMs = patienceMs.bbExp;
  myshipment.timeouts.elementMs = patienceMs.myshipment;
});

const password = vi.fn(async () => 'padma1234');
const login = { username: 'padma', password };
beforeEach(() => password.mockClear());

describe('a page map that names a field which shows what is typed into it', () => {
  type Led = { portal: Portal; name: string; texts: PageTexts };
  const maps: Led[] = [
    {
      portal: bbExpPortal,
      name: '#P101_USERNAME',
      texts: {
        'login.password': 'Username',
        'login.passwordId': '#P101_USERNAME',
        'login.link': 'No such link',
      },
    },
    {
      portal: myshipmentPortal,
      name: '#username',
      texts: {
        'login.password.label': 'User name',
        'login.password.id': '#username',
        'login.submit': 'No such button',
      },
    },
  ];
  test.each(maps)(
    'a password is neither decrypted nor typed for a field of $portal.key that shows it [password-field-only]',
    async ({ portal, name, texts }) => {
      const session = await openSession(sandbox.url(portal.key));
      const result = await withPageTexts(texts, () => portal.login(session, login, nobodyAnswers));
      expect(result).toMatchObject({ outcome: 'PORTAL_CHANGED' });
      expect(await session.page.locator(name).inputValue()).toBe('padma');
      expect(password).not.toHaveBeenCalled();
    },
  );

  /** Opens the login, and appends something to it. */
  async function loginWith(html: string): Promise<Page> {
    const { page, baseUrl } = await openSession(sandbox.url('bb-exp'));
    await page.goto(`${baseUrl}${config.loginPath}`);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`);
    return page;
  }
  const frame = `<iframe id=other srcdoc="<input type=password>"></iframe>`;
  const intoFrame = '#other >> internal:control=enter-frame >> input';

  test('a password is not typed into a frame of the page', async () => {
    const page = await loginWith(frame);
    const field = page.locator(intoFrame);
    await field.waitFor();
    const explain = async (): Promise<Error> => new Error('The page has no such field.');
    const typed = typePassword(field, login, { timeouts: config.timeouts, explain });
    await expect(typed).rejects.toThrow();
    expect(await field.inputValue()).toBe('');
    expect(password).not.toHaveBeenCalled();
  });

  test.each([
    ['a search', '<input id=other type=search>', '#other'],
    ['a comment', '<textarea id=other></textarea>', '#other'],
    ['a frame', frame, intoFrame],
  ])('a one-time code is not typed into %s [code-field-only]', async (_, html, selector) => {
    const page = await loginWith(html);
    const field = page.locator(selector);
    await field.waitFor();
    const tools = createPageTools(config);
    await expect(typeCode(tools, field, '482913', 1_000)).rejects.toThrow();
    expect(await field.inputValue()).toBe('');
  });
});

test('the picture of a sign-in that failed shows nothing that was typed [sign-in-picture]', async () => {
  const { db, url } = await createTestDatabase();
  const env = testEnv({
    DATABASE_URL: url,
    FILES_DIR: '/tmp',
    MAILBOX_DIR: '/tmp',
    BB_EXP_URL: sandbox.url('bb-exp'),
  });
  const pictured: string[][] = [];
  const watched = {
    ...browsers,
    openContext: async (...given: Parameters<typeof browsers.openContext>) => {
      const context = await browsers.openContext(...given);
      context.on('page', (page) => {
        const screenshot = page.screenshot.bind(page);
        page.screenshot = async (options) => {
          pictured.push(
            await page.evaluate(
              `Array.from(document.querySelectorAll('input:not([type=hidden])'), ({ value }) => value)`,
            ),
          );
          return screenshot(options);
        };
      });
      return context;
    },
  };
  const failed = withPageTexts({ 'login.link': 'No such link' }, () =>
    logIn({ db, env, browsers: watched }, { portal: 'bb-exp', login, ...nobodyAnswers }),
  );
  await expect(failed).rejects.toMatchObject({ outcome: 'PORTAL_CHANGED', evidence: expect.anything() });
  expect(password).toHaveBeenCalledOnce();
  expect(pictured).toEqual([['', '']]);
});
