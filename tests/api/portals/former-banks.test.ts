/** What was there before the list of banks belongs to the first bank after migration 0052. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formerDatabase } from '#tests/harness/former-database.ts';

const jobs = { filed: randomUUID(), prepared: randomUUID(), other: randomUUID() };

const client = formerDatabase('0052_banks', async (former) => {
  for (const [id, service, portal] of [
    [jobs.filed, 'cash-incentive-application', 'bank-ci'],
    [jobs.prepared, 'cash-incentive-application', null],
    [jobs.other, 'exp-search', 'bb-exp'],
  ])
    await former.query(
      `INSERT INTO jobs (id, user_id, service_id, service_name, upload_id, file_name, portal, rows_total, cost_per_row_hundredths)
       VALUES ($1, 'ana', $2, $2, $3, 'claims.csv', $4, 1, 300)`,
      [id, service, randomUUID(), portal],
    );
  await former.query(
    `INSERT INTO portal_credentials (user_id, portal, username, secret, updated_at)
     VALUES ('ana', 'bank_cash_incentive', 'padma', 'sealed', now())`,
  );
});

test('earlier claims are those of the first bank, at the place and with the login that they had', async () => {
  const { rows } = await client.query<{
    id: string;
    bank: string | null;
    place: string | null;
    portal: string | null;
  }>(
    `SELECT j.id, j.bank_key AS bank, b.place, j.portal FROM jobs j LEFT JOIN banks b ON b.key = j.bank_key`,
  );
  const found = Object.fromEntries(rows.map(({ id, ...job }) => [id, job]));
  expect(found).toEqual({
    [jobs.filed]: { bank: 'lien-bank', place: 'bank-ci', portal: 'bank-ci' },
    [jobs.prepared]: { bank: 'lien-bank', place: 'bank-ci', portal: null },
    [jobs.other]: { bank: null, place: null, portal: 'bb-exp' },
  });
  const logins = await client.query('SELECT portal, username FROM portal_credentials');
  expect(logins.rows).toEqual([{ portal: 'bank_cash_incentive', username: 'padma' }]);
});
