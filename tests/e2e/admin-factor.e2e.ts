/**
 * An administrator who has only a password is led to the security page, and admitted once a second factor is set up
 * there.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 180_000;
const { email, password } = demoAdministrator;

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack({ ADMINS_WITHOUT_FACTOR: 'false' });
});

const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });

async function switchOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch On' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  const begun = page.waitForResponse((answer) => answer.url().endsWith('/second-factor/begin'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const { secret } = (await (await begun).json()) as { secret: string };
  const key = secretFromBase32(secret);
  await dialog.getByLabel('Code from the app').fill(codeOfStep(key, stepAt(new Date())));
  await dialog.getByRole('button', { name: 'Switch On' }).click();
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click();
}

describe('an administrator', () => {
  it(
    'an administrator is led from every page to the security page until a second factor is proved',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoAdministrator });
      for (const path of ['/admin', '/dashboard', '/account', '/account/api']) {
        await page.goto(path);
        await page.waitForURL('**/account?tab=security');
      }
      await notice(page, 'Administrators need a passkey or two-step sign-in').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await page.setViewportSize(phone);
      expect(await overflowPx(page)).toBe(0);
      await page.setViewportSize(laptop);

      await switchOn(page);
      await notice(page, 'Administrators need a passkey or two-step sign-in').waitFor({ state: 'detached' });
      await page.goto('/admin?tab=users');
      await page.getByRole('tab', { name: 'Users' }).waitFor();
      await page.getByText(email).first().waitFor();

      // An older session that was opened with a password alone.
      await stack.db.session.updateMany({ data: { factor: null } });
      await page.goto('/admin');
      await notice(page, 'Sign in with your passkey or with a code').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    },
    STORY_MS,
  );
});
