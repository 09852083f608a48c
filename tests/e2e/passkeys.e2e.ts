/** Passkeys in a real browser with its own authenticator: added, used, refused and removed. */
import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, signIn, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 180_000;
const email = 'demo@chalan.test';
const password = 'demo1234';

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});
beforeEach(async () => {
  await stack.db.passkey.deleteMany();
});

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** An authenticator in the page's browser; `verifies` says whether it verifies its user. */
async function addDevice(page: Page, verifies = true) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

async function add(page: Page, name: string): Promise<void> {
  await page.goto('/account?tab=security');
  await button(passkeys(page), 'Add Passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
  await button(dialog, 'Add Passkey').click();
  await dialog.getByText('Current password is incorrect').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await button(dialog, 'Add Passkey').click();
  await page.getByText('The passkey is added.').waitFor();
  await passkeys(page).getByText(name).waitFor();
}

/** The same browser with nobody signed in; the authenticator stays. */
async function signInAgain(page: Page, title = 'Sign in'): Promise<Locator> {
  await page.context().clearCookies();
  await page.goto('/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Sign In|সাইন ইন)$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox').first().waitFor();
  return dialog;
}

describe('a passkey', () => {
  it(
    'a passkey is added with the password, signs in without it, and stops working once it is removed',
    async () => {
      const page = await web.open(stack.app, laptop);
      const device = await addDevice(page);
      await signIn(page, email, password);
      await add(page, 'Office laptop');
      expect(await device.credentials()).toBe(1);
      await passkeys(page).getByText('Not used yet').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);

      const dialog = await signInAgain(page);
      expect(await seriousProblems(page)).toEqual([]);
      await button(dialog, 'Sign In with a Passkey').click();
      await dialog.waitFor({ state: 'hidden' });
      await page.goto('/account?tab=security');
      await passkeys(page).getByText('Last used').waitFor();

      await button(passkeys(page), 'Remove: Office laptop').click();
      const asked = page.getByRole('dialog', { name: 'Remove the passkey "Office laptop"?' });
      await asked.getByLabel('Current password', { exact: true }).fill(password);
      await button(asked, 'Remove').click();
      await page.getByText('The passkey is removed.').waitFor();
      await passkeys(page).getByText('You have no passkey yet.').waitFor();

      const refused = await signInAgain(page);
      await button(refused, 'Sign In with a Passkey').click();
      await refused.getByText('This passkey was not accepted.').waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a passkey is not added twice on a device, and does not work unverified or for a suspended user',
    async () => {
      const page = await web.open(stack.app, laptop);
      const device = await addDevice(page);
      await signIn(page, email, password);
      await add(page, 'Once');
      await button(passkeys(page), 'Add Passkey').click();
      const again = page.getByRole('dialog', { name: 'Add a passkey' });
      await again.getByLabel('Name').fill('Twice');
      await again.getByLabel('Current password', { exact: true }).fill(password);
      await button(again, 'Add Passkey').click();
      await again.getByText('This device already has a passkey for your account.').waitFor();

      await device.verify(false);
      const dialog = await signInAgain(page);
      await button(dialog, 'Sign In with a Passkey').click();
      await dialog.getByText('No passkey was used.').waitFor();
      await device.verify(true);
      await stack.db.user.update({ where: { email }, data: { status: 'suspended' } });
      await button(dialog, 'Sign In with a Passkey').click();
      await dialog.getByText('Your account is suspended.').waitFor();
      await stack.db.user.update({ where: { email }, data: { status: 'active' } });
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a passkey signs in on a phone in Bengali',
    async () => {
      const page = await web.open(stack.app, phone);
      await addDevice(page);
      await signIn(page, email, password);
      await add(page, 'A phone with quite a long name that somebody has typed');
      expect(await overflowPx(page)).toBe(0);
      await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
      const dialog = await signInAgain(page, 'সাইন ইন');
      await button(dialog, 'পাসকি দিয়ে সাইন ইন').waitFor();
      expect(await overflowPx(page)).toBe(0);
      await button(dialog, 'পাসকি দিয়ে সাইন ইন').click();
      await dialog.waitFor({ state: 'hidden' });
      await page.goto('/account?tab=security');
      await page.getByRole('region', { name: 'পাসকি' }).getByText('শেষ ব্যবহার').waitFor();
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();
    },
    STORY_MS,
  );
});
