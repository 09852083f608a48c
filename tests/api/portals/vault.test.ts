/**
 * Sealed secrets: they open only with their binding, are destroyed with their customer's key, and survive a change of keys.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '#api/adapters/vault.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { openDatabase } from '#prisma/client.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { formerVault } from '#tests/harness/former-vault.ts';

const { db, url } = await createTestDatabase();
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [key('k1'), key('k2')];
const vault = createVault(older);
const portal = 'bangladesh_bank_exp';
const customer = async (): Promise<string> => (await createUser(db)).id;
const bindingOf = (userId: string) => sealBindings.portalLogin({ userId, portal });
const SECRET = 'padma1234';

describe('a sealed text', () => {
  test('a sealed text can be opened for its customer, in its record, and nowhere else [opens-in-its-record-only]', async () => {
    const [ana, eve] = [await customer(), await customer()];
    const sealed = await vault.seal(db, SECRET, bindingOf(ana));
    // Eve has another key.
    await vault.seal(db, 'another', bindingOf(eve));
    expect(await vault.open(db, sealed, bindingOf(ana))).toBe(SECRET);
    const elsewhere = [
      bindingOf(eve),
      sealBindings.portalLogin({ userId: ana, portal: 'epb_export_tracker' }),
      sealBindings.secondFactor(ana),
      sealBindings.bkashToken(ana),
    ];
    for (const binding of elsewhere) await expect(vault.open(db, sealed, binding)).rejects.toThrow();
  });

  test('a sealed text cannot be opened if any part of it was changed, left out or shortened [tampered-secret]', async () => {
    const binding = bindingOf(await customer());
    const sealed = await vault.seal(db, SECRET, binding);
    const parts = sealed.split('.');
    expect(parts).toHaveLength(5);
    for (const changed of [2, 3, 4]) {
      for (const alter of [flipped, shortened, () => '']) {
        const forged = parts.map((part, index) => (index === changed ? alter(part) : part)).join('.');
        await expect(vault.open(db, forged, binding)).rejects.toThrow();
      }
    }
    for (const forged of ['', 'D1.', `D1.${parts[1]}`, `${sealed}.`, parts.slice(2).join('.')])
      await expect(vault.open(db, forged, binding)).rejects.toThrow();
  });

  test('a sealed text cannot be opened with another master key, and the failure does not show the text', async () => {
    const binding = bindingOf(await customer());
    const sealed = await vault.seal(db, SECRET, binding);
    await expect(createVault(newer).open(db, sealed, binding)).rejects.toThrow('The vault has no key "k1".');
    const impostor = createVault(key('k1'));
    await expect(impostor.open(db, sealed, binding)).rejects.toThrow(expect.not.stringContaining(SECRET));
  });

  test('a sealed text returns any text unchanged, and never looks the same twice', async () => {
    const binding = bindingOf(await customer());
    for (const plain of ['', 'চালান ১২৩৪', 'a.b.c:d,e', 'x'.repeat(500)]) {
      const sealed = await vault.seal(db, plain, binding);
      expect(await vault.open(db, sealed, binding)).toBe(plain);
      expect(await vault.seal(db, plain, binding)).not.toBe(sealed);
    }
  });
});

describe('the data key of a customer', () => {
  test('a data key belongs to one customer, has 256 bits, and is not readable in the database', async () => {
    const [ana, eve] = [await customer(), await customer()];
    for (const userId of [ana, eve]) await vault.seal(db, SECRET, bindingOf(userId));
    const keys = await db.dataKey.findMany({ where: { userId: { in: [ana, eve] } } });
    expect(new Set(keys.map(({ id }) => id)).size).toBe(2);
    const unwrap = ({ id, owner, wrapped }: (typeof keys)[number]): Buffer =>
      vault.masters.unwrap('k1', wrapped, JSON.stringify(['data key', id, owner]));
    const [first, second] = keys.map(unwrap);
    expect(first?.length).toBe(32);
    expect(first).not.toEqual(second);
    for (const { wrapped } of keys) expect(wrapped).not.toContain(first?.toString('base64'));
  });

  test('a data key cannot be opened in the row of another customer', async () => {
    const [ana, eve] = [await customer(), await customer()];
    const sealed = await vault.seal(db, SECRET, bindingOf(ana));
    await vault.seal(db, SECRET, bindingOf(eve));
    const { wrapped } = await db.dataKey.findUniqueOrThrow({ where: { userId: eve } });
    await db.dataKey.update({ where: { userId: ana }, data: { wrapped } });
    await expect(vault.open(db, sealed, bindingOf(ana))).rejects.toThrow('does not open');
  });

  test("one data key is made if twenty processes seal a customer's first secret at the same moment", async () => {
    const userId = await customer();
    const processes = Array.from({ length: 20 }, () => createVault(older));
    const sealed = await Promise.all(
      processes.map((each, n) => each.seal(db, `secret ${n}`, bindingOf(userId))),
    );
    expect(await db.dataKey.count({ where: { userId } })).toBe(1);
    const opened = await Promise.all(sealed.map((each) => vault.open(db, each, bindingOf(userId))));
    expect(opened).toEqual(sealed.map((_, n) => `secret ${n}`));
  });

  test('a transaction that is rolled back leaves no data key behind', async () => {
    const userId = await customer();
    const broken = db.$transaction(async (tx) => {
      await vault.seal(tx, SECRET, bindingOf(userId));
      throw new Error('Broken off.');
    });
    await expect(broken).rejects.toThrow('Broken off.');
    expect(await db.dataKey.count({ where: { userId } })).toBe(0);
    const sealed = await vault.seal(db, SECRET, bindingOf(userId));
    expect(await vault.open(db, sealed, bindingOf(userId))).toBe(SECRET);
  });

  test('no data key is made for a customer who is being deleted at that moment', async () => {
    const userId = await customer();
    const other = openDatabase(url);
    try {
      let sealing: Promise<unknown> = Promise.resolve();
      await db.$transaction(async (tx) => {
        await lockedUser(tx, userId);
        await tx.dataKey.deleteMany({ where: { userId } });
        sealing = vault.seal(other, SECRET, bindingOf(userId)).catch((error: unknown) => error);
        await waitingForLock();
        await tx.user.update({ where: { id: userId }, data: { deletedAt: new Date() } });
      });
      expect(await sealing).toMatchObject({ name: 'VaultError' });
      expect(await db.dataKey.count({ where: { userId } })).toBe(0);
    } finally {
      await other.$disconnect();
    }
  });

  async function waitingForLock(): Promise<void> {
    const waiting = async (): Promise<number> => {
      const [found] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::integer AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return found?.count ?? 0;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
  }
});

describe('a text in the former format', () => {
  test('a text in the former format can be opened with each key of VAULT_KEYS, bound to its record', async () => {
    const userId = await customer();
    const sealed = formerVault(older).seal(SECRET, bindingOf(userId).formerly);
    expect(await vault.open(db, sealed, bindingOf(userId))).toBe(SECRET);
    expect(await createVault(`${newer},${older}`).open(db, sealed, bindingOf(userId))).toBe(SECRET);
    await expect(vault.open(db, sealed, bindingOf(await customer()))).rejects.toThrow();
    await expect(createVault(newer).open(db, sealed, bindingOf(userId))).rejects.toThrow('no key "k1"');
  });

  test('texts are written in the former format until the processes of the previous version are gone', async () => {
    const userId = await customer();
    const binding = bindingOf(userId);
    const fresh = createVault(older);
    await db.vaultState.updateMany({ data: { dataKeysFrom: new Date(Date.now() + 60_000) } });
    const early = await fresh.seal(db, SECRET, binding);
    expect(formerVault(older).open(early, binding.formerly)).toBe(SECRET);
    expect(await fresh.open(db, early, binding)).toBe(SECRET);
    await db.vaultState.updateMany({ data: { dataKeysFrom: new Date() } });
    expect(await fresh.seal(db, SECRET, binding)).toMatch(/^D1\./);
  });
});

describe('a mark of the vault', () => {
  test('a mark is equal only for equal texts of one purpose, and equals what the previous version makes', async () => {
    const [mark] = await vault.marks(db, 'ana@example.test', 'trial');
    expect(await vault.marks(db, 'ana@example.test', 'trial')).toEqual([mark]);
    expect(mark).not.toContain('ana');
    expect(await vault.marks(db, 'eve@example.test', 'trial')).not.toEqual([mark]);
    expect(await vault.marks(db, 'ana@example.test', 'portal login')).not.toEqual([mark]);
    expect(formerVault(older).marks('ana@example.test', 'trial')).toEqual([mark]);
  });

  test('a mark stays the one of the first key after the keys change', async () => {
    const own = await createTestDatabase();
    const before = formerVault(`${newer},${older}`).marks('ana@example.test', 'trial');
    expect(await createVault(`${newer},${older}`).marks(own.db, 'ana@example.test', 'trial')).toEqual(before);
    expect(await createVault(newer).marks(own.db, 'ana@example.test', 'trial')).toEqual(before);
  });
});

test.each([
  ['of the wrong length', `k1:${randomBytes(16).toString('base64')}`, '32-byte keys'],
  ['that are empty', '', '32-byte keys'],
  ['with one name for two', `${older},${key('k1')}`, 'twice'],
  ['with a name that a sealed text could begin with', key('D1'), 'id:key pairs'],
])('a vault refuses keys %s [weak-keys]', (_, keys, why) => {
  expect(() => createVault(keys)).toThrow(why);
});

function flipped(part: string): string {
  const bytes = Buffer.from(part, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const shortened = (part: string): string => Buffer.from(part, 'base64').subarray(0, 4).toString('base64');
