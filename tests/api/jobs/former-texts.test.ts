/** What was stored as an English text is a message after migration 0026, so that it is shown in both languages. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote, sequence, type Message } from '#contracts/messages/message.ts';
import { english, messageText } from '#contracts/messages/render.ts';
import { formerDatabase } from '#tests/harness/former-database.ts';

const jobId = randomUUID();

const rowTexts = [
  'EXP 1084-004512-2026 was found: Approved.',
  'The portal answered: Invoice 7 is used twice',
  'Invoice 7 is used twice',
  'hs_code: The HS code does not have 8 digits.',
  'No shipment found. 2 more could not be read.',
  '',
];

const client = formerDatabase('0026_messages', async (former) => {
  for (const [index, text] of rowTexts.entries())
    await former.query('INSERT INTO job_rows (job_id, row_number, source, message) VALUES ($1, $2, $3, $4)', [
      jobId,
      index + 1,
      '{}',
      text,
    ]);
  await former.query("INSERT INTO job_events (job_id, kind, message, key) VALUES ($1, 'reserved', $2, 'a')", [
    jobId,
    'Credits reserved for 12 rows',
  ]);
  await former.query(
    `INSERT INTO ledger_transfers (key, kind, user_id, amount, description)
     VALUES ('k', 'reserve', 'u', 100, 'EXP Search: october: 2.csv, failed rows again')`,
  );
  await former.query(
    `INSERT INTO notifications (id, key, user_id, type, title, message, words) VALUES ($1, 'k', 'u', 'other', 't', 'm', $2)`,
    [
      randomUUID(),
      JSON.stringify({
        kind: 'job_failed',
        values: { service: 'EXP Search', file: 'a.csv', reason: 'The job could not be finished.' },
      }),
    ],
  );
});

const stored = async (query: string): Promise<Message[]> =>
  (await client.query<{ message: Message }>(query)).rows.map(({ message }) => message);
const rows = () => stored('SELECT message FROM job_rows ORDER BY row_number');

describe('a stored text of earlier versions', () => {
  it('a stored text of earlier versions reads in English as before, and an empty text stays no message', async () => {
    const messages = await rows();
    expect(messages.at(-1)).toBeNull();
    expect(messages.slice(0, -1).map(english)).toEqual(rowTexts.slice(0, -1));
  });

  it('a stored text reads in Bengali too, with the words of a portal unchanged', async () => {
    const texts = (await rows()).slice(0, -1).map((message) => messageText(message, 'bn'));
    expect(texts).toEqual([
      'EXP 1084-004512-2026 পাওয়া গেছে: Approved।',
      'পোর্টালের উত্তর: Invoice 7 is used twice',
      'Invoice 7 is used twice',
      expect.stringMatching(/^hs_code: .*\p{Script=Bengali}/u),
      expect.stringMatching(/^\P{Script=Latin}+$/u),
    ]);
  });

  it('a stored text becomes one message, several messages or a quotation', async () => {
    const [, , words, , several] = await rows();
    expect(words).toStrictEqual(quote('Invoice 7 is used twice'));
    expect(several).toHaveProperty('key', sequence(quote('a'), quote('b')).key);
    expect(await stored('SELECT message FROM job_events')).toStrictEqual([
      { key: jobMessages.creditsReserved.key, params: { rows: '12' } },
    ]);
  });

  it('a stored text of the ledger holds its service and its file as values', async () => {
    expect(await stored('SELECT description AS message FROM ledger_transfers')).toStrictEqual([
      { key: 'credit.jobAgain', params: { service: 'EXP Search', file: 'october: 2.csv' } },
    ]);
    await expect(client.query("UPDATE ledger_transfers SET kind = 'x'")).rejects.toThrow();
  });

  it('a stored text among the values of a notification becomes a message too', async () => {
    expect(await stored(`SELECT words->'values'->'reason' AS message FROM notifications`)).toStrictEqual([
      { key: jobMessages.notFinished.key },
    ]);
  });
});
