/** Refusals that come before the filing click while an earlier request of the same filing has no answer. */
import { describe, expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { takeOver } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { file, intentOf, settle, newLease } = protocolOn(db);

describe('a refusal before the click, behind a request without an answer', () => {
  /** A form that refuses the number before anything can be sent; `before` happens meanwhile. */
  const refusing = (runner: SubmitRunner, before: () => void = () => undefined): SubmitRunner => ({
    ...runner,
    run: async () => {
      before();
      return { outcome: 'REJECTED', message: quote('Invoice No is already used.') };
    },
  });

  test('a refusal after a lost answer does not end the row: a person looks whether the portal has the filing', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease, refusesTwins: true });
    await settle(filing);
    const next = await takeOver(db, lease);
    const last = { runner: refusing(runner('none')), row: filing, lease: next, refusesTwins: true };
    expect(await file(last)).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'person' } });
    expect(await intentOf(filing)).toMatchObject({ state: 'committing' });
    expect(filed).toEqual([]);
  });

  test('the filing is done if the portal lists it by then', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('stored later'), row: filing, lease, refusesTwins: true });
    await settle(filing);
    const next = await takeOver(db, lease);
    const last = {
      runner: refusing(runner('none'), storeLate),
      row: filing,
      lease: next,
      refusesTwins: true,
    };
    expect(await file(last)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await intentOf(filing)).toMatchObject({ state: 'done' });
    expect(filed).toHaveLength(1);
  });

  test('a refusal ends a row of which nothing was ever sent', async () => {
    const { runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    expect(await file({ runner: refusing(runner('none')), row: filing, lease })).toMatchObject({
      outcome: 'REJECTED',
    });
  });
});
