/**
 * bKash's token shared between processes: one grant for all, one more when it ends, and none while bKash would block
 * it.
 */
import { EventEmitter, once } from 'node:events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bkash, BkashFailure } from '#api/adapters/bkash/types.ts';
import type { Database } from '#prisma/client.ts';
import { alwaysSent } from '#tests/harness/always-sent.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/until.ts';
import { failureOf, newMerchant } from '#tests/unit/bkash/new-merchant.ts';
import {
  drop,
  grant,
  json,
  raw,
  startScriptedBkash,
  type ScriptedBkash,
} from '#tests/unit/bkash/scripted-bkash.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});
beforeEach(async () => void (await db.bkashToken.deleteMany()));

const paymentId = 'TR0011abcdefg1762072142166';

describe('the bKash token', () => {
  /** The failures of this many concurrent calls. */
  const failuresOf = async (clients: Bkash[], calls: number): Promise<BkashFailure[]> => {
    const turns = Array.from({ length: calls / clients.length }, () => clients).flat();
    const answers = await Promise.all(turns.map((bkash) => bkash.query(paymentId)));
    return answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
  };

  it('the token is granted once for 200 calls of four processes, and once more if bKash drops it', async () => {
    const server = await startScriptedBkash();
    const { client } = newMerchant(db, server.url);
    const clients = [client(), client(), client(), client()];
    expect(await failuresOf(clients, 200)).toEqual([]);
    expect(server.count('grant')).toBe(1);
    server.tokens.clear();
    expect(await failuresOf(clients, 40)).toEqual([]);
    expect(server.count('grant')).toBe(2);
  });

  it('the token is shared with a process that starts later, and renewed five minutes before its end', async () => {
    const server = await startScriptedBkash();
    const { client, advance } = newMerchant(db, server.url);
    await client().query(paymentId);
    advance(54);
    await client().query(paymentId);
    expect(server.count('grant')).toBe(1);
    advance(2);
    expect(await failuresOf([client(), client()], 20)).toEqual([]);
    expect(server.count('grant')).toBe(2);
  });

  it('the token is used until it expires if no new one can be obtained', async () => {
    const server = await startScriptedBkash();
    const { client, advance } = newMerchant(db, server.url);
    const bkash = client();
    await bkash.query(paymentId);
    advance(56);
    server.next('grant', drop);
    expect(await failuresOf([bkash], 5)).toEqual([]);
    expect(server.count('grant')).toBe(2);
  });

  it.each([
    ['lost', drop, 'unreachable'],
    ['unreadable', raw(200, '<html></html>'), 'unreachable'],
    ['refused', json(200, { statusCode: '2001', statusMessage: 'Invalid App Key' }), 'config'],
    ['refused by the gateway', json(403, { message: 'Forbidden' }), 'config'],
    [
      'answered with a system error',
      json(200, { statusCode: '9999', statusMessage: 'System Error.' }),
      'unreachable',
    ],
  ] as const)(
    'a grant that is %s is not requested again at once, nor a third time in an hour',
    async (_name, respond, kind) => {
      const server = await startScriptedBkash();
      const { client, advance } = newMerchant(db, server.url);
      server.next('grant', respond, respond);
      expect(await failureOf(client().execute(paymentId, alwaysSent))).toBe(kind);
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await failureOf(client().execute(paymentId, alwaysSent))).toBe('unreachable');
      expect(server.count('grant')).toBe(1);
      advance(6);
      expect(await failureOf(client().execute(paymentId, alwaysSent))).toBe(kind);
      advance(6);
      expect(await failureOf(client().execute(paymentId, alwaysSent))).toBe('unreachable');
      expect(server.count('grant')).toBe(2);
      advance(60);
      expect(await client().execute(paymentId, alwaysSent)).toMatchObject({ ok: true });
      expect([server.count('execute'), server.count('grant')]).toEqual([1, 3]);
    },
  );

  it('the token is requested by another process if the requesting one died', async () => {
    const server = await startScriptedBkash();
    const { client, clock } = newMerchant(db, server.url);
    await leaveLease(server, client);
    clock.stepMs = 1_000;
    expect(await client().query(paymentId)).toMatchObject({ ok: true });
  });

  it('the wait for another process to get a token is bounded', async () => {
    const server = await startScriptedBkash();
    const { client } = newMerchant(db, server.url);
    await leaveLease(server, client);
    const grants = server.count('grant');
    expect(await failureOf(client({ timeoutMs: 100 }).query(paymentId))).toBe('unreachable');
    expect(server.count('grant')).toBe(grants);
  });

  it('a token obtained by a process that overslept its lease does not replace the newer one', async () => {
    const server = await startScriptedBkash();
    const { client, advance } = newMerchant(db, server.url);
    const alarm = new EventEmitter();
    server.next('grant', async (response) => {
      await once(alarm, 'wake');
      await grant(server.tokens)(response);
    });
    const sleeper = client({ timeoutMs: 30_000 }).query(paymentId);
    await until('the first grant', () => server.count('grant') === 1);
    advance(2);
    await client().query(paymentId);
    const newer = server.calls.at(-1)?.headers.authorization;
    alarm.emit('wake');
    expect(await sleeper).toMatchObject({ ok: true });
    await client().query(paymentId);
    expect(server.calls.at(-1)?.headers.authorization).toBe(newer);
  });

  it('a token sealed with a lost key is replaced', async () => {
    const server = await startScriptedBkash();
    const { client } = newMerchant(db, server.url);
    await client().query(paymentId);
    await db.dataKey.deleteMany({ where: { owner: 'platform' } });
    expect(await client().query(paymentId)).toMatchObject({ ok: true });
    expect(server.count('grant')).toBe(2);
  });
});

/** Leaves the lease as a process does that dies during its request. */
async function leaveLease(server: ScriptedBkash, client: () => Bkash): Promise<void> {
  server.next('grant', drop);
  await client().query(paymentId);
  const { merchant, grants } = await db.bkashToken.findFirstOrThrow();
  const leaseUntil = new Date((grants[0]?.getTime() ?? 0) + 11_000);
  await db.bkashToken.update({
    where: { merchant },
    data: { leaseOwner: 'a dead process', leaseUntil, blockedUntil: null },
  });
}
