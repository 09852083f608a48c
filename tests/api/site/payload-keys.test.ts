/** The key that encrypts what Temporal stores, while VAULT_KEYS change: every process can read what another one writes. */
import { beforeEach, expect, test } from 'vitest';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { MINUTE_MS } from '#contracts/durations.ts';
import { createSettledKey } from '#api/adapters/settled-key.ts';
import { createPayloadCodec, encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { createVault } from '#api/adapters/vault.ts';
import { proveVault } from '#api/domain/portals/vault-start.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const pair = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [one, two] = [pair('one', 1), pair('two', 2)];
const before = createVault(one);
const rotated = createVault(`${two},${one}`);
const plain = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"PAL/2026/0021"') };

const passed = (minutes: number) =>
  db.$executeRaw`UPDATE master_keys SET first_seen_at = first_seen_at - ${`${minutes} minutes`}::interval`;
const codecOf = (vault: typeof before): PayloadCodec => {
  const [codec] = encryptedPayloads(vault.masters, db).payloadCodecs ?? [];
  return codec ?? expect.fail('Payloads are encrypted.');
};
async function keyOf(codec: PayloadCodec): Promise<string> {
  const [payload] = await codec.encode([plain]);
  return Buffer.from(payload?.metadata?.['key-id'] ?? []).toString();
}
const textOf = ([payload]: Payload[]): string => Buffer.from(payload?.data ?? []).toString();

beforeEach(async () => {
  await db.masterKey.deleteMany();
  await proveVault({ db, vault: before });
  await passed(60);
});

test('a process with a new key in front writes what processes with the former keys can read, until the key has settled', async () => {
  await proveVault({ db, vault: rotated });
  const written = await codecOf(rotated).encode([plain]);
  expect(textOf(await codecOf(before).decode(written))).toBe('"PAL/2026/0021"');
  await passed(11);
  expect(await keyOf(codecOf(rotated))).toBe('two');
});

test('a running process takes the new key a minute after it has settled, and asks the database once a minute at most', async () => {
  await proveVault({ db, vault: rotated });
  let nowMs = 0;
  let asked = 0;
  const counting = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === '$queryRaw') asked += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const settledKey = createSettledKey(counting, rotated.masters, { nowMs: () => nowMs });
  const codec = createPayloadCodec(rotated.masters, settledKey);
  expect(await Promise.all(Array.from({ length: 20 }, () => keyOf(codec)))).toEqual(Array(20).fill('one'));
  await passed(11);
  expect(await keyOf(codec)).toBe('one');
  expect(asked).toBe(1);
  nowMs += MINUTE_MS;
  expect(await keyOf(codec)).toBe('two');
  nowMs += MINUTE_MS;
  expect(await keyOf(codec)).toBe('two');
  expect(asked).toBe(2);
});

test('a process whose database fails or does not answer writes with the oldest key, which all processes have', async () => {
  const answers = [() => Promise.reject(new Error('No connection')), () => new Promise(() => undefined)];
  for (const $queryRaw of answers) {
    const without = Object.assign(Object.create(db) as typeof db, { $queryRaw });
    const settledKey = createSettledKey(without, rotated.masters, { answerMsMax: 1 });
    expect(await keyOf(createPayloadCodec(rotated.masters, settledKey))).toBe('one');
  }
});
