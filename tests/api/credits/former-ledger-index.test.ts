/** A ledger whose index of purchases was built before the upgrade, as a large installation does. */
import { expect, test } from 'vitest';
import { formerDatabase } from '#tests/harness/former-database.ts';

const client = formerDatabase('0084_ledger_purchases', async (before) => {
  await before.query(
    `CREATE INDEX CONCURRENTLY "ledger_transfers_purchases_idx" ON "ledger_transfers" ("key") WHERE "kind" = 'purchase'`,
  );
});

test('the migration takes an index of purchases that was built beforehand', async () => {
  const { rows } = await client.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'ledger_transfers_purchases_idx'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});
