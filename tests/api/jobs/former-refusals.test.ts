/** Why a bulk retry refused a job was stored as an English text; after its migration it is a message. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { quote, type Message } from '#contracts/messages/message.ts';
import { english, messageText } from '#contracts/messages/render.ts';
import { formerDatabase } from '#tests/harness/former-database.ts';

const known = [
  'Insufficient credits. Please purchase more credits.',
  'This job has no failed rows that can be run again.',
  'The account of this customer is suspended.',
  'Not found.',
  'This service does not exist.',
  'This service is switched off at the moment.',
  'This service is not available at the moment, because its portal is not connected yet.',
  'Portal Credentials Required. Please save your portal login in Portal Access first.',
  'This upload has been deleted. Please choose the file again.',
  'This job has run 20 times. Please upload its failed rows as a new file.',
];
const unknown = 'A sentence of another version.';

const client = formerDatabase('0030_refused_retries', async (former) => {
  for (const [index, text] of [...known, unknown, ''].entries())
    await former.query(
      `INSERT INTO bulk_retry_turns (bulk_retry_id, job_id, attempt, message) VALUES ($1, $1, $2, $3)`,
      [randomUUID(), index, text],
    );
});

it('a stored refusal of a bulk retry reads in English as before and in Bengali too', async () => {
  const { rows } = await client.query<{ message: Message | null }>(
    'SELECT message FROM bulk_retry_turns ORDER BY attempt',
  );
  const messages = rows.map(({ message }) => message);
  expect(messages.slice(0, -1).map((message) => message && english(message))).toEqual([...known, unknown]);
  for (const message of messages.slice(0, known.length))
    expect(message && messageText(message, 'bn')).toMatch(/\p{Script=Bengali}/u);
  expect(messages.slice(known.length)).toEqual([quote(unknown), null]);
});
