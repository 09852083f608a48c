/** A deleted notification is gone from the lists at once, and can be brought back until its message vanishes. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeEach(async () => {
  customer = await app.signUpAndVerify();
  await db.notification.deleteMany({ where: { userId: customer.id } });
  await db.notification.createMany({
    data: [1, 2, 3].map((note) => ({
      userId: customer.id,
      type: 'other',
      title: `Note ${note}`,
      message: 'Something happened.',
      key: `${customer.id}:${note}`,
      createdAt: new Date(Date.now() - note * 60_000),
    })),
  });
});

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const note = (page: Page, number: number) =>
  panel(page)
    .getByRole('listitem')
    .filter({ hasText: `Note ${number}` });
const remove = (page: Page, number: number) =>
  panel(page)
    .getByRole('button', { name: `Delete notification: Note ${number}` })
    .click();
const message = (page: Page, number: number) =>
  page.getByRole('status').filter({ hasText: `Notification deleted: Note ${number}` });
const stored = async (): Promise<string[]> => {
  const notes = await db.notification.findMany({
    where: { userId: customer.id },
    orderBy: { createdAt: 'desc' },
  });
  return notes.map(({ title }) => title);
};

/** Neither message vanishes by itself, however slow the machine is. */
const keepMessages = `{
  const start = window.setTimeout;
  window.setTimeout = (work, ms, ...values) => start(work, ms > 3_000 ? 600_000 : ms, ...values);
}`;

async function openPanel(): Promise<Page> {
  const page = await web.openAs(customer, site.address(), '/dashboard');
  await bell(page).click();
  await note(page, 3).waitFor();
  return page;
}

describe('a deleted notification', () => {
  it('a deleted notification comes back to its place when that is undone, beside another that stays deleted', async () => {
    const page = await openPanel();
    await page.evaluate(keepMessages);
    await remove(page, 1);
    await note(page, 1).waitFor({ state: 'hidden' });
    await remove(page, 2);
    await note(page, 2).waitFor({ state: 'hidden' });
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications, 1 unread');
    expect(await stored()).toEqual(['Note 1', 'Note 2', 'Note 3']);
    await message(page, 1).getByRole('button', { name: 'Undo' }).click();
    await note(page, 1).waitFor();
    expect(await panel(page).getByRole('listitem').first().innerText()).toContain('Note 1');
    await message(page, 2)
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    await until('the other one to be deleted', async () => (await stored()).length === 2);
    expect(await stored()).toEqual(['Note 1', 'Note 3']);
    await page.reload();
    await bell(page).click();
    await note(page, 1).waitFor();
    expect(await panel(page).getByRole('listitem').count()).toBe(2);
    await page.context().close();
  });

  it('a deleted notification is deleted on the server when its message vanishes, or when its page is left', async () => {
    const page = await openPanel();
    await remove(page, 1);
    await until('the message to vanish', async () => (await stored()).length === 2);
    await remove(page, 3);
    await message(page, 3).waitFor();
    await page.goto('/privacy');
    await until('the page to be left', async () => (await stored()).length === 1);
    expect(await stored()).toEqual(['Note 2']);
    await page.context().close();
  });

  it('a deleted notification comes back with a message when the server does not delete it', async () => {
    const page = await openPanel();
    await page.route('**/api/notifications/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    );
    await remove(page, 2);
    await note(page, 2).waitFor({ state: 'hidden' });
    await message(page, 2)
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    await page.getByText('The notification was not deleted.').first().waitFor();
    await note(page, 2).waitFor();
    expect(await stored()).toEqual(['Note 1', 'Note 2', 'Note 3']);
    await page.context().close();
  });

  it.each(todaysLooks(1))(
    'the message of a deleted notification can be read and used: $name',
    async (look) => {
      const page = await web.open(site.address(), look.viewport, look.colorScheme);
      await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
      await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
      await page.goto('/account?tab=notifications');
      await page.getByRole('listitem').filter({ hasText: 'Note 2' }).getByRole('button').last().click();
      await page.getByRole('button', { name: /^(Undo|ফিরিয়ে আনুন)$/ }).waitFor();
      const review = reviewOf(page);
      await review.look('a deleted notification');
      expect(review.problems).toEqual([]);
      await page.context().close();
    },
  );
});
