/** Rows that the check refused were counted as failed only; after the migration they have a count of their own. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { formerDatabase } from '#tests/harness/former-database.ts';

const [job, other] = [randomUUID(), randomUUID()];

const client = formerDatabase('0031_refused_rows', async (former) => {
  for (const id of [job, other])
    await former.query(
      `INSERT INTO jobs (id, user_id, service_id, service_name, upload_id, file_name, rows_total, cost_per_row_hundredths)
      VALUES ($1, 'ana', 'exp-search', 'EXP Search', $1, 'a.csv', 4, 50)`,
      [id],
    );
  const rows: [string, number, string | null, string | null][] = [
    [job, 1, 'INPUT_INVALID', null],
    [job, 2, 'INPUT_INVALID', null],
    // Found while it ran.
    [job, 3, 'INPUT_INVALID', '{}'],
    [job, 4, null, '{}'],
    [other, 1, 'SUCCESS', '{}'],
  ];
  for (const row of rows)
    await former.query(
      "INSERT INTO job_rows (job_id, row_number, source, outcome, data) VALUES ($1, $2, '{}', $3, $4)",
      row,
    );
});

it('the refused rows of a stored job are counted, and rows that failed while it ran are not among them', async () => {
  const { rows } = await client.query<{ id: string; rows_refused: number }>(
    'SELECT id, rows_refused FROM jobs',
  );
  expect(new Map(rows.map(({ id, rows_refused: refused }) => [id, refused]))).toEqual(
    new Map([
      [job, 2],
      [other, 0],
    ]),
  );
});
