/** A filing that was sent once without an answer, and clicked again without leaving: a person's look counts for it. */
import { expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import type { SubmitRunner } from '#services/runner.ts';

const { db } = await createTestDatabase();
const { file, intentOf, settle, newLease } = protocolOn(db);

test('a click that has not left keeps the time at which the earlier request settles, so that a person can vouch for it', async () => {
  const filing = row();
  const { runner } = portal();
  await file({ runner: runner('lost before'), row: filing, lease: await newLease() });
  await settle(filing);
  const { settlesAt } = await intentOf(filing);
  const again = file({
    runner: runner('not reached'),
    row: filing,
    lease: await newLease(),
    vouchedAt: new Date(),
  });
  await expect(again).rejects.toMatchObject({ outcome: 'PORTAL_DOWN' });
  expect(await intentOf(filing)).toMatchObject({ state: 'planned', sends: 1, sentAt: null, settlesAt });

  const refusing: SubmitRunner = {
    ...runner('none'),
    run: async () => ({ outcome: 'INPUT_INVALID', message: quote('No such item.') }),
  };
  const refused = { runner: refusing, row: filing };
  expect(await file({ ...refused, lease: await newLease() })).toMatchObject({ aside: { why: 'person' } });
  expect(await file({ ...refused, lease: await newLease(), vouchedAt: new Date() })).toEqual({
    outcome: 'INPUT_INVALID',
    message: quote('No such item.'),
  });
});
