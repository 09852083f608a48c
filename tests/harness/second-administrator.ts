/** What takes two administrators, as tests call it: requests, confirmations, and a second one for one scenario. */
import { expect } from 'vitest';
import type { Account, Answer } from './app.ts';
import type { TestApp } from './worker.ts';

/** Returns the id of the request that an act is until a second administrator confirms it. */
export async function asked(act: Answer | Promise<Answer>): Promise<string> {
  const answer = await act;
  expect(answer, answer.text).toMatchObject({ status: 202, body: { success: true } });
  return (answer.body['approval'] as { id: string }).id;
}

/** One administrator alone may move 1,000 credits and 1,000 taka, and has moved nothing today. */
export async function resetAloneLimits({ deps: { db } }: TestApp): Promise<void> {
  await db.rateLimit.deleteMany();
  await db.aloneMove.deleteMany();
  await db.settings.update({
    where: { id: 1 },
    data: { aloneCreditsMaxHundredths: 100_000n, aloneRefundMaxPoisha: 100_000n },
  });
}

export const approvalCalls = (app: TestApp, reason: string) => ({
  changeUser: ({ id }: Account, request: object, by: Account): Promise<Answer> =>
    app.request(`/api/users/${id}`, { method: 'PUT', json: { ...request, reason }, cookie: by.cookie }),
  removeUser: ({ id }: Account, by: Account): Promise<Answer> =>
    app.request(`/api/users/${id}`, { method: 'DELETE', json: { reason }, cookie: by.cookie }),
  confirm: (id: string, by: Account, proof: object = { currentPassword: by.password }): Promise<Answer> =>
    app.post(`/api/admin/approvals/${id}/confirm`, proof, by.cookie),
});

type Confirm = (act: Answer) => Promise<Answer>;

/** `confirm` takes the answer that says a confirmation is needed. Other tests find one administrator and the old limit. */
export async function withSecondAdministrator(
  app: TestApp,
  aloneCreditsMaxHundredths: bigint,
  scenario: (confirm: Confirm) => Promise<void>,
): Promise<void> {
  const { db } = app.deps;
  const before = await db.settings.findUniqueOrThrow({ where: { id: 1 } });
  // What the first administrator has moved today counts towards the limit.
  await db.aloneMove.deleteMany();
  const second = await app.signUpAndVerify({ isAdmin: true });
  await db.settings.update({ where: { id: 1 }, data: { aloneCreditsMaxHundredths } });
  const { confirm } = approvalCalls(app, '');
  try {
    await scenario(async (act) => confirm(await asked(act), second));
  } finally {
    await db.settings.update({
      where: { id: 1 },
      data: { aloneCreditsMaxHundredths: before.aloneCreditsMaxHundredths },
    });
    await db.user.update({ where: { id: second.id }, data: { isAdmin: false } });
  }
}
