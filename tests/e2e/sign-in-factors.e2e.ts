/**
 * Second factors in a real browser. Passkeys with the browser's own authenticator: added, used, refused and removed.
 * Two-step sign-in: switched on with an app, requested, lost, and removed by an administrator.
 */
import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, signIn, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 180_000;
const { email, password } = demoCustomer;

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
      await signIn(page, demoCustomer);
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
      await signIn(page, demoCustomer);
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
      await signIn(page, demoCustomer);
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

const panel = (page: Page, name: string) => page.getByRole('region', { name });
/** The code as an app shows it; the next code is accepted too, so that no test waits for it. */
const appCode = (secret: string, steps = 0): string =>
  codeOfStep(secretFromBase32(secret), stepAt(new Date()) + steps);
const forgetUse = () => stack.db.secondFactor.updateMany({ data: { lastStep: 0 } });

async function toSecurity(page: Page): Promise<void> {
  await page.goto('/account?tab=security');
}

/** Opens the dialog and fills in the first fields. */
async function typePassword(page: Page, title = 'Sign in'): Promise<Locator> {
  await page.goto('/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Sign In|সাইন ইন)$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.locator('input[type=email]').fill(email);
  await dialog.locator('input[type=password]').fill(password);
  await dialog.locator('button[type=submit]').click();
  return dialog;
}

/** Switches the factor on; returns the app's secret and the recovery codes that the page shows. */
async function switchOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await toSecurity(page);
  await button(panel(page, 'Two-step sign-in'), 'Switch On').click();
  const dialog = page.getByRole('dialog', { name: 'Switch on two-step sign-in' });
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
  await button(dialog, 'Continue').click();
  await dialog.getByText('Current password is incorrect').waitFor();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await button(dialog, 'Continue').click();
  await dialog.getByText('QR code with the secret for the app').waitFor();
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('Code from the app').fill(appCode(secret, 50));
  await button(dialog, 'Switch On').click();
  await dialog.getByText('This code is not right, or was used before.').waitFor();
  await dialog.getByLabel('Code from the app').fill(appCode(secret));
  await button(dialog, 'Switch On').click();
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await kept.waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  const recoveryCodes = await kept.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(8);
  await button(kept, 'I Have Saved Them').click();
  await panel(page, 'Two-step sign-in').getByText('8 recovery codes left').waitFor();
  await forgetUse();
  return { secret, recoveryCodes };
}

describe('two-step sign-in', () => {
  it(
    'two-step sign-in is enabled with an app, asked for at the next sign-in, and disabled with a recovery code',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      const { secret, recoveryCodes } = await switchOn(page);
      await page.context().close();

      const next = await web.open(stack.app, laptop);
      const dialog = await typePassword(next);
      const code = dialog.getByLabel('Code');
      await code.waitFor();
      expect(await seriousProblems(next)).toEqual([]);
      await code.fill(appCode(secret, 50));
      await button(dialog, 'Sign In').click();
      await dialog.getByText('This code is not right, or was used before.').waitFor();
      await code.fill(appCode(secret));
      await button(dialog, 'Sign In').click();
      await dialog.waitFor({ state: 'hidden' });
      await toSecurity(next);
      const place = panel(next, 'Two-step sign-in');
      await button(place, 'Switch Off').click();
      const off = next.getByRole('dialog', { name: 'Switch off two-step sign-in?' });
      await off.getByLabel('Current password', { exact: true }).fill(password);
      await off.getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[0] ?? '');
      await button(off, 'Switch Off').click();
      await next.getByText('Two-step sign-in is switched off.').waitFor();
      await button(place, 'Switch On').waitFor();
      await next.context().close();
    },
    STORY_MS,
  );

  it(
    'two-step sign-in asks on a phone in Bengali, and an administrator can reset a lost one',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport: phone });
      const { recoveryCodes } = await switchOn(page);
      await page.context().close();

      const bengali = await web.open(stack.app, phone);
      await bengali.goto('/');
      await bengali.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
      const dialog = await typePassword(bengali, 'সাইন ইন');
      await dialog.getByLabel('কোড').fill(recoveryCodes[0] ?? '');
      expect(await overflowPx(bengali)).toBe(0);
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'hidden' });
      await toSecurity(bengali);
      await panel(bengali, 'দুই ধাপের সাইন ইন').getByText('৭টি পুনরুদ্ধার কোড বাকি').waitFor();
      await bengali.context().close();

      const admin = await web.openSignedIn(stack.app, {
        as: demoAdministrator,
        at: `/admin?tab=users&search=${email}`,
      });
      await button(admin, `Details of ${email}`).click();
      await button(admin, 'Reset Two-Step Sign-In').click();
      const asked = admin.getByRole('alertdialog');
      expect(await button(asked, 'Reset').isDisabled()).toBe(true);
      await asked.getByLabel('Reason').fill('Lost the phone');
      await button(asked, 'Reset').click();
      await admin.getByText('Two-step sign-in was reset').waitFor();
      await admin.goto('/admin?tab=audit');
      await admin.getByRole('listitem').getByText('Two-step sign-in reset').waitFor();
      await admin.context().close();

      const owner = await web.openSignedIn(stack.app, { as: demoCustomer });
      await owner.context().close();
    },
    STORY_MS,
  );
});

describe('the header on a narrow phone', () => {
  it.each(todaysShare(['en', 'bn']))(
    'the header shows the number in the cart beside the sign-in button, not over it: %s',
    async (language) => {
      const page = await web.open(stack.app, phone);
      await page.goto('/');
      await page.evaluate(`localStorage.setItem('chalan-language', '${language}')`);
      await page.goto('/services');
      const add = page.getByRole('button', { name: /^(Add to Cart|কার্টে)/ });
      await add.first().click();
      const banner = page.getByRole('banner');
      const count = banner.getByText(/^[1১]$/);
      await count.waitFor();
      const badge = await count.boundingBox();
      const signInBox = await banner.getByRole('button', { name: /^(Sign In|সাইন ইন)$/ }).boundingBox();
      if (!badge || !signInBox) throw new Error('The badge and the button are shown.');
      expect(badge.x + badge.width).toBeLessThanOrEqual(signInBox.x);
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();
    },
  );
});
