/** The login of a click: what the customer has replaced or taken back since the session was opened files nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FilingNotAllowed, type FilingEnd } from '#activities/rows/filing.ts';
import { expIssueService as service } from '#services/exp-issue/service.ts';
import type { RowData } from '#services/contract.ts';
import { quote } from '#contracts/messages/message.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { PORTAL, portal, protocolOn, row, rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease, type ClaimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { file, intentOf, newLease } = protocolOn(db);

const login = { portal: PORTAL, username: 'padma' };
const save = ({ userId }: ClaimedLease['by'], saved: { portal: string; username: string }) =>
  db.portalCredential.create({ data: { userId, ...saved, secret: '', consentAt: new Date() } });

const changes: Record<string, (userId: string) => Promise<unknown>> = {
  'has replaced it': (userId) =>
    db.portalCredential.updateMany({ where: { userId }, data: { username: 'meghna' } }),
  'has deleted it': (userId) => db.portalCredential.deleteMany({ where: { userId } }),
  'no longer agrees to its use': (userId) =>
    db.portalCredential.updateMany({ where: { userId }, data: { consentAt: null } }),
};

describe.each(Object.keys(changes))('a login whose customer %s', (change) => {
  test.each(['before the click', 'before the request leaves'])(
    'a login that its customer has changed %s files nothing',
    async (when) => {
      const { filed, runner } = portal();
      const [filing, lease] = [row(), await newLease()];
      const { userId } = lease.by;
      await save(lease.by, login);
      const happens = async (): Promise<void> => void (await changes[change]?.(userId));
      const slow = {
        ...runner('none'),
        check: async () => {
          if (when === 'before the click') await happens();
          return { found: 'absent' as const };
        },
      };
      const beforeLastCheck = when === 'before the click' ? async () => undefined : happens;
      const late = file({ runner: slow, row: filing, lease, login, beforeLastCheck });
      await expect(late).rejects.toThrow(FilingNotAllowed);
      expect(filed).toEqual([]);
      expect(await intentOf(filing)).toMatchObject({ state: 'planned', sends: 0 });
    },
  );
});

test('a login that its customer has kept files', async () => {
  const { filed, runner } = portal();
  const lease = await newLease();
  await save(lease.by, login);
  expect(await file({ runner: runner('none'), row: row(), lease, login })).toMatchObject({
    outcome: 'SUCCESS',
  });
  expect(filed).toHaveLength(1);
});

test('a row of a job is filed only with the login that the customer has saved for its portal', async () => {
  const username = `login-${randomUUID()}`;
  const lease = await claimedLease(db, { portal: service.portal, login: username });
  const data: RowData = { exporter_erc: randomUUID(), invoice_no: 'INV-1', invoice_date: '2026-11-02' };
  let clicks = 0;
  const work = (): Promise<FilingEnd> =>
    rowRunOn(db, service, lease, {
      outputColumns: [],
      check: async () => ({ found: 'absent' }),
      run: async (_, { commit }) => {
        // Without a browser, the click itself fails.
        await commit(async () => undefined).catch((error: unknown) => {
          if (error instanceof FilingNotAllowed) throw error;
          clicks += 1;
        });
        return { outcome: 'SUCCESS', message: quote('Filed.') };
      },
    })({ data, naturalKey: randomUUID(), groupRow: null, sameAsRow: null });
  await save(lease.by, { portal: 'bangladesh_bank_exp', username: 'meghna' });
  await expect(work()).rejects.toThrow(FilingNotAllowed);
  expect(clicks).toBe(0);
  await db.portalCredential.updateMany({ where: { userId: lease.by.userId }, data: { username } });
  await work();
  expect(clicks).toBe(1);
});
