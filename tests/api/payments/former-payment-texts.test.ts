/** What was stored of payments as English texts is a message after its migration, so that it reads in both languages. */
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { quote, type Message } from '#contracts/messages/message.ts';
import { english, messageText } from '#contracts/messages/render.ts';
import { formerDatabase } from '#tests/harness/former-database.ts';

/** The texts that earlier versions stored, and bKash's words among them. */
const own = [
  'The payment was cancelled.',
  'The payment failed in bKash.',
  'The payment was not completed in time.',
  'This order is already paid. Nothing was taken for this payment.',
  'The payment page was not opened.',
  'The payment was not completed in bKash.',
  'bKash has not confirmed this payment yet.',
  'This order was already paid. The money goes back to the bKash wallet.',
  'This payment was closed by our team.',
  'Refunded to the bKash wallet.',
  'bKash refused the request.',
  'This payment has already been completed.',
  'bKash has not confirmed this yet.',
  'bKash is not available right now. Please try again in a moment.',
  'bKash is not available right now. Please try again later.',
  'bKash could not be reached.',
  'bKash has not made this refund.',
  'bKash gave no trxID.',
  'Only a payment that bKash has completed can be refunded.',
  'Another refund of this payment is still under way.',
  'This is more than what is left of the payment.',
];
const words = 'Duplicate for all transactions';
const held = [
  'bKash reported other figures than agreed. Our team looks into this payment.',
  'bKash reported figures that differ from those agreed. Our team is looking into this payment.',
] as const;
/** Texts with values, or whose wording has changed; their English of today. */
const changed = [
  held,
  ['The trxID belongs to payment CH0A1B2C.', 'The trxID belongs to payment CH0A1B2C.'],
  ['A payment can be refunded in 10 parts at most.', 'A payment can be refunded in 10 parts at most.'],
  ['bKash refunds a payment within 60 days only.', 'bKash refunds a payment within 60 days only.'],
  ["bKash's amount differ from what was agreed.", 'bKash reported another amount than was agreed.'],
  [
    "bKash's paymentID, invoice, currency differ from what was agreed.",
    'bKash reported another paymentID than was agreed. bKash reported another invoice than was agreed. bKash reported another currency than was agreed.',
  ],
] as const;
const reasons = [...own, ...changed.map(([former]) => former), words];
const advised = `${words} Please try again in a few minutes.`;
const texts = [...own, held[0], words, advised];
const textsOfToday = [...own, held[1], words, advised];

async function insertFormerTexts(client: pg.Client): Promise<void> {
  for (const [index, text] of [...texts, '', null].entries()) {
    const createdAt = new Date(index);
    await client.query(
      `INSERT INTO payment_attempts
         (id, order_id, user_id, invoice, amount_poisha, credits_hundredths, result_token, error_message, created_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'u', $1, 1, 1, $1, $2, $3)`,
      [String(index), text, createdAt],
    );
    await client.query(
      `INSERT INTO payment_refunds (id, key, attempt_id, amount_poisha, reason, error_message, created_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), 1, '', $2, $3)`,
      [String(index), text, createdAt],
    );
    await client.query(
      `INSERT INTO transactions
         (id, user_id, attempt_id, amount_poisha, credits_hundredths, reference, message, created_at)
       VALUES (gen_random_uuid(), 'u', gen_random_uuid(), 1, 1, $1, $2, $3)`,
      [String(index), text ?? '', createdAt],
    );
  }
  for (const [index, text] of [...reasons, null].entries()) {
    await client.query(
      `INSERT INTO payment_attempts
         (id, order_id, user_id, invoice, amount_poisha, credits_hundredths, result_token, held_reason, created_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'u', $1, 1, 1, $1, $2, $3)`,
      [`held-${index}`, text, new Date(index)],
    );
    await client.query(
      `INSERT INTO payment_open_ends (id, attempt_id, kind, amount_poisha, detail, opened_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'send_back', 1, $1, $2)`,
      [text, new Date(index)],
    );
  }
}

const client = formerDatabase('0029_payment_messages', insertFormerTexts);

const stored = async (column: string, table: string, order = 'created_at'): Promise<(Message | null)[]> =>
  (
    await client.query<{ message: Message | null }>(
      `SELECT ${column} AS message FROM ${table} ORDER BY ${order}`,
    )
  ).rows.map(({ message }) => message);

const columns = [
  ['error_message', "payment_attempts WHERE invoice NOT LIKE 'held-%'"],
  ['error_message', 'payment_refunds'],
  ['message', 'transactions'],
] as const;

describe('a stored text of a payment', () => {
  it.each(columns)(
    'a stored text in %s of %s reads in the English of today, and in Bengali too',
    async (...where) => {
      const messages = await stored(...where);
      expect(messages.slice(0, texts.length).map((message) => message && english(message))).toEqual(
        textsOfToday,
      );
      for (const message of messages.slice(0, own.length + 1))
        expect(message && messageText(message, 'bn')).toMatch(/^(?:bKash|trxID|[^\p{Script=Latin}])+$/u);
      expect(messages.slice(texts.length)).toEqual([null, null]);
    },
  );

  it.each([
    ['held_reason', "payment_attempts WHERE invoice LIKE 'held-%'", 'created_at'],
    ['detail', 'payment_open_ends', 'opened_at'],
  ])('a stored reason in %s of %s reads in English and in Bengali', async (...where) => {
    const messages = await stored(...where);
    expect(messages.map((message) => message && english(message))).toEqual([
      ...own,
      ...changed.map(([, now]) => now),
      words,
      null,
    ]);
    for (const message of messages.slice(0, -2))
      expect(message && messageText(message, 'bn')).toMatch(/\p{Script=Bengali}/u);
  });

  it("a stored text of bKash stays in bKash's words, and the advice behind it reads in Bengali", async () => {
    const messages = await stored(...columns[0]);
    const [bare, withAdvice] = messages.slice(texts.indexOf(words));
    expect(bare).toEqual(quote(words));
    expect(withAdvice && messageText(withAdvice, 'bn')).toBe(`${words} কয়েক মিনিট পরে আবার চেষ্টা করুন।`);
  });
});
