/** Links from mails and from bKash that lead nowhere say so, and offer what helps. */
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
const token = 'x'.repeat(43);

describe('a link that leads nowhere', () => {
  it('a link without a payment says that nothing was changed by it, and leads to the transactions', async () => {
    const page = await web.open(site.address());
    for (const address of ['/payment/return/nonsense', `/payment/return/${token}`]) {
      await page.goto(address);
      await page.getByText('This link belongs to no payment.').waitFor();
      await page.getByText('Opening it has changed nothing').waitFor();
      const link = page.getByRole('link', { name: 'View transactions' });
      expect(await link.getAttribute('href')).toBe('/account?tab=transactions');
    }
    await page.context().close();
  });

  it('a link for a new password that is incomplete or used up offers to send another one', async () => {
    const page = await web.open(site.address());
    const dialog = page.getByRole('dialog', { name: 'Reset your password' });
    const newLink = page.getByRole('button', { name: 'Request a new link' });
    await page.goto('/reset-password');
    await page.getByText('Invalid or missing reset token').waitFor();
    await newLink.click();
    await dialog.getByRole('button', { name: 'Send Reset Link' }).waitFor();
    await page.goto(`/reset-password?token=${token}`);
    await page.getByLabel('New password', { exact: true }).fill('jute-and-tea-42');
    await page.getByLabel('Confirm new password', { exact: true }).fill('jute-and-tea-42');
    expect(await newLink.count()).toBe(0);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Invalid or missing reset token').waitFor();
    await newLink.click();
    await dialog.getByLabel('Email').waitFor();
    await page.context().close();
  });

  it.each(todaysLooks(2))('a dead link has room and contrast: $name', async (look) => {
    const page = await web.open(site.address(), look.viewport, look.colorScheme);
    await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
    const review = reviewOf(page);
    for (const address of ['/payment/return/nonsense', '/reset-password']) {
      await page.goto(address);
      await review.look(address);
    }
    expect(review.problems).toEqual([]);
    await page.context().close();
  });
});
