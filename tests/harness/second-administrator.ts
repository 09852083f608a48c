/** A second administrator, and a limit above which the first one cannot act alone, for the duration of one scenario. */
import { expect } from 'vitest';
import type { Answer } from './app.ts';
import type { TestApp } from './worker.ts';

type Confirm = (asked: Answer) => Promise<Answer>;

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
  const confirm: Confirm = (asked) => {
    expect(asked, asked.text).toMatchObject({ status: 202 });
    const { id } = asked.body['approval'] as { id: string };
    return app.post(
      `/api/admin/approvals/${id}/confirm`,
      { currentPassword: second.password },
      second.cookie,
    );
  };
  try {
    await scenario(confirm);
  } finally {
    await db.settings.update({
      where: { id: 1 },
      data: { aloneCreditsMaxHundredths: before.aloneCreditsMaxHundredths },
    });
    await db.user.update({ where: { id: second.id }, data: { isAdmin: false } });
  }
}
