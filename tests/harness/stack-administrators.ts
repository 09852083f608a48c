/** Two administrators of a whole stack: the second one confirms in a browser what the first one asks for. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { demoAdministrator } from './demo-logins.ts';
import type { TestStack } from './stack.ts';
import { laptop, overflowPx, phone, seriousProblems, type useWebPages } from './web-pages.ts';

const secondEmail = 'second@chalan.test';

/** Adds an administrator with the first one's password, unless there is one already. */
export async function addSecondAdministrator({ db }: TestStack): Promise<void> {
  if (await db.user.findUnique({ where: { email: secondEmail } })) return;
  const known = await db.user.findUniqueOrThrow({
    where: { email: demoAdministrator.email },
    include: { accounts: true },
  });
  const id = crypto.randomUUID();
  const person = { name: 'Second Administrator', company: known.company, mobile: known.mobile };
  const user = { id, email: secondEmail, emailVerified: true, isAdmin: true, ...person };
  await db.user.create({ data: user });
  const [account] = known.accounts;
  if (!account) throw new Error('The first administrator has no password.');
  await db.account.create({ data: { ...account, id, accountId: id, userId: id } });
}

/** The second administrator reads the only open request and confirms it with the administrator's own password. */
export async function confirmAsSecond(
  stack: TestStack,
  web: ReturnType<typeof useWebPages>,
  reason: string,
): Promise<Page> {
  const page = await web.openSignedIn(stack.app, {
    as: { email: secondEmail, password: demoAdministrator.password },
    at: '/admin?tab=approvals',
  });
  await page.getByText('1 request waiting').waitFor();
  await page.getByText(reason).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await overflowPx(page)).toBe(0);
  await page.setViewportSize(laptop);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm this request?' });
  await dialog.getByLabel('Current password', { exact: true }).fill(demoAdministrator.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The request is confirmed and carried out.').waitFor();
  return page;
}
