/**
 * A new master key, and secrets of the previous version: converted while they are read and written, and after a kill.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { createLogger } from '#api/adapters/logger.ts';
import { createVault } from '#api/adapters/vault.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { proveVault } from '#api/domain/portals/vault-start.ts';
import { historiesBefore, keepVault, UPKEEP_BATCH, vaultStatus } from '#api/domain/portals/vault-upkeep.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { formerVault } from '#tests/harness/former-vault.ts';
import { openStored, readOn, storeLogins, type StoredLogin } from '#tests/harness/sealed-logins.ts';

const { db, url } = await createTestDatabase();
const logger = createLogger({ level: 'silent', name: 'test' });
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [key('k1'), key('k2')];
const [vault, rotated] = [createVault(older), createVault(`${newer},${older}`)];
const former = formerVault(older);
const inFormer = {
  seal: (plain: string, binding: { formerly: string }) => former.seal(plain, binding.formerly),
};
/** The variables that API and worker need beside the keys. */
const startEnvironment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  DATABASE_URL: url,
  TEMPORAL_ADDRESS: inject('temporalAddress'),
  AUTH_SECRET: randomBytes(32).toString('hex'),
  FILES_DIR: tmpdir(),
  MAILBOX_DIR: tmpdir(),
};

beforeEach(async () => {
  await db.portalCredential.deleteMany();
  await db.dataKey.deleteMany();
  await db.masterKey.deleteMany();
  await db.vaultState.updateMany({ data: { dataKeysFrom: new Date() } });
  await proveVault({ db, vault });
});

/** Simulates an hour's wait, after which every process has started with the new keys. */
async function settle(): Promise<void> {
  await db.masterKey.updateMany({ data: { firstSeenAt: new Date(Date.now() - HOUR_MS) } });
}

const useOf = async (id: string, of = rotated) =>
  (await vaultStatus({ db, vault: of })).masterKeys.find((each) => each.id === id);
const sealedTexts = async (): Promise<string[]> =>
  (await db.portalCredential.findMany({ orderBy: [{ userId: 'asc' }, { portal: 'asc' }] })).map(
    ({ secret }) => secret,
  );
async function expectAllOpen(of: typeof vault, logins: readonly StoredLogin[]): Promise<void> {
  for (const login of logins) expect(await openStored(db, of, login)).toBe(login.password);
}

describe('a new master key in front of VAULT_KEYS', () => {
  test('a new master key wraps the data keys again during reads, changes no secret, and frees the old key [key-rotation]', async () => {
    const logins = await storeLogins(db, {
      customers: 40,
      each: 5,
      seal: (plain, binding) => vault.seal(db, plain, binding),
    });
    const texts = await sealedTexts();
    await proveVault({ db, vault: rotated });
    await settle();
    // One process has the new keys; the other still has the old ones after them.
    const readers = [readOn(db, rotated, logins), readOn(db, createVault(`${older},${newer}`), logins)];
    const counts = await keepVault({ db, vault: rotated, logger }, 7);
    const reads = await Promise.all(readers.map(({ stop }) => stop()));
    // The customers' keys and the key of the marks.
    expect(counts).toEqual({ rewrapped: 41, resealed: 0, unreadable: 0 });
    expect(reads.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(Math.min(...reads.map(({ count }) => count))).toBeGreaterThan(0);
    expect(await sealedTexts()).toEqual(texts);
    expect(await useOf('k1')).toMatchObject({ dataKeys: 0, formerSecrets: 0 });
    const alone = createVault(newer);
    await proveVault({ db, vault: alone });
    await expectAllOpen(alone, logins);
    await expect(openStored(db, vault, logins[0] as StoredLogin)).rejects.toThrow('no key "k2"');
  });

  test('a new master key wraps nothing before every process has had ten minutes to start with it', async () => {
    const logins = await storeLogins(db, {
      customers: 2,
      each: 1,
      seal: (plain, binding) => vault.seal(db, plain, binding),
    });
    await settle();
    await proveVault({ db, vault: rotated });
    expect(await keepVault({ db, vault: rotated, logger })).toMatchObject({ rewrapped: 0 });
    const late = await storeLogins(db, {
      customers: 1,
      each: 1,
      seal: (plain, binding) => rotated.seal(db, plain, binding),
    });
    // A process that has only the old key opens all of them.
    await expectAllOpen(vault, [...logins, ...late]);
    expect(await vaultStatus({ db, vault: rotated })).toMatchObject({
      wrapsWith: 'k1',
      next: { id: 'k2', from: expect.any(Date) },
    });
  });

  test('two processes that rotate at the same time miss no key', async () => {
    const logins = await storeLogins(db, {
      customers: 30,
      each: 1,
      seal: (plain, binding) => vault.seal(db, plain, binding),
    });
    await proveVault({ db, vault: rotated });
    await settle();
    const both = await Promise.all([1, 2].map(() => keepVault({ db, vault: rotated, logger }, 3)));
    // A row that one run had locked while the other passed it is converted by the next run.
    await keepVault({ db, vault: rotated, logger });
    expect(both.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBeLessThanOrEqual(31);
    expect(await useOf('k1')).toMatchObject({ dataKeys: 0 });
    await expectAllOpen(createVault(newer), logins);
  });

  test('a rotation skips a data key that cannot be opened, and leaves it unchanged', async () => {
    const [good, bad] = await storeLogins(db, {
      customers: 2,
      each: 1,
      seal: (plain, binding) => vault.seal(db, plain, binding),
    });
    const damaged = await db.dataKey.update({
      where: { userId: bad?.userId ?? '' },
      data: { wrapped: randomBytes(60).toString('base64') },
    });
    await proveVault({ db, vault: rotated });
    await settle();
    expect(await keepVault({ db, vault: rotated, logger })).toMatchObject({ rewrapped: 2, unreadable: 1 });
    expect(await db.dataKey.findUnique({ where: { id: damaged.id } })).toEqual(damaged);
    await expectAllOpen(createVault(newer), [good as StoredLogin]);
    expect(await useOf('k1')).toMatchObject({ dataKeys: 1 });
  });
});

describe('a secret of the previous version', () => {
  test("a secret of the previous version is sealed with its customer's data key during reads, in every column", async () => {
    const logins = await storeLogins(db, { customers: 20, each: 3, ...inFormer });
    const { id: userId } = await createUser(db);
    const draftPlace = { userId, portal: 'p' };
    await db.credentialDraft.create({
      data: { ...draftPlace, username: 'u', secret: former.seal('draft', `${userId}:p`) },
    });
    await db.secondFactor.create({
      data: { userId, secret: former.seal('totp', `${userId}:second factor`) },
    });
    const webhook = await db.webhook.create({ data: { userId, url: 'https://a.test', secret: '' } });
    await db.webhook.update({
      where: { id: webhook.id },
      data: { secret: former.seal('hook', `webhook:${webhook.id}`) },
    });
    const challenge = await db.jobChallenge.create({
      data: { jobId: crypto.randomUUID(), userId, kind: 'otp', prompt: '', expiresAt: new Date() },
    });
    const answer = former.seal('1234', `challenge:${challenge.id}`);
    await db.jobChallenge.update({ where: { id: challenge.id }, data: { answer } });
    expect(await useOf('k1', vault)).toMatchObject({ formerSecrets: 64 });

    const reader = readOn(db, vault, logins);
    expect(await keepVault({ db, vault, logger }, 7)).toEqual({ rewrapped: 0, resealed: 64, unreadable: 0 });
    expect(await reader.stop()).toMatchObject({ failed: 0 });
    expect(await useOf('k1', vault)).toMatchObject({ formerSecrets: 0 });
    await expectAllOpen(vault, logins);
    const open = (sealed: string | null | undefined, binding: Parameters<typeof vault.open>[2]) =>
      vault.open(db, sealed ?? '', binding);
    const draft = await db.credentialDraft.findFirstOrThrow({ where: { userId } });
    expect(await open(draft.secret, sealBindings.draft(draft))).toBe('draft');
    const factor = await db.secondFactor.findUnique({ where: { userId } });
    expect(await open(factor?.secret, sealBindings.secondFactor(userId))).toBe('totp');
    const hook = await db.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    expect(await open(hook.secret, sealBindings.webhook(hook))).toBe('hook');
    const asked = await db.jobChallenge.findUniqueOrThrow({ where: { id: challenge.id } });
    expect(await open(asked.answer, sealBindings.challenge(asked))).toBe('1234');
    for (const { secret } of [factor, hook].filter((each) => each !== null)) expect(secret).toMatch(/^D1\./);
  });

  test('a secret of the previous version stays unchanged while processes of that version may still read it', async () => {
    const logins = await storeLogins(db, { customers: 2, each: 1, ...inFormer });
    const texts = await sealedTexts();
    await db.vaultState.updateMany({ data: { dataKeysFrom: new Date(Date.now() + HOUR_MS) } });
    expect(await keepVault({ db, vault, logger })).toMatchObject({ resealed: 0 });
    expect(await sealedTexts()).toEqual(texts);
    await expectAllOpen(vault, logins);
  });

  test('a secret that a process of the previous version rewrites at the same moment is not overwritten', async () => {
    const [login] = await storeLogins(db, { customers: 1, each: 1, ...inFormer });
    const owner = { userId: login?.userId ?? '', portal: login?.portal ?? '' };
    let keeping: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      const secret = former.seal('the newer password', sealBindings.portalLogin(owner).formerly);
      await tx.portalCredential.update({ where: { userId_portal: owner }, data: { secret } });
      // It has read the older secret, and waits for the row.
      keeping = keepVault({ db, vault, logger });
      await expect.poll(waitingForLock).toBe(1);
    });
    // The newer secret is converted later in the same run, or in the next one.
    expect(await keeping).toMatchObject({ unreadable: 0 });
    expect(await openStored(db, vault, owner)).toBe('the newer password');
    await keepVault({ db, vault, logger });
    expect(await sealedTexts()).toEqual([expect.stringMatching(/^D1\./)]);
    expect(await openStored(db, vault, owner)).toBe('the newer password');
  });

  test('a secret of the previous version that cannot be opened stops no other, and stays unchanged', async () => {
    const logins = await storeLogins(db, { customers: 3, each: 1, ...inFormer });
    const broken = former.seal('?', 'nobody');
    const { userId = '', portal = '' } = logins[1] ?? {};
    await db.portalCredential.update({
      where: { userId_portal: { userId, portal } },
      data: { secret: broken },
    });
    expect(await keepVault({ db, vault, logger }, 1)).toMatchObject({ resealed: 2, unreadable: 1 });
    expect((await sealedTexts()).filter((text) => text === broken)).toHaveLength(1);
  });
});

/** Number of statements on this database that wait for a row. */
async function waitingForLock(): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`;
  return found?.count ?? 0;
}

/** Statements and transactions of other connections on this database. */
async function statementsUnderWay(): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
  return found?.count ?? 0;
}

const commandOf = (keys: string, word: string): [string[], NodeJS.ProcessEnv] => [
  ['--import', 'tsx', 'temporal/vault.ts', word],
  { ...process.env, DATABASE_URL: url, VAULT_KEYS: keys },
];

describe('the vault command', () => {
  function run(keys: string, word = 'status') {
    const [args, env] = commandOf(keys, word);
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    return { stdout, stderr, status };
  }

  test('a rotation that is killed midway loses nothing, and the next one continues where it stopped', async () => {
    const logins = await storeLogins(db, { customers: UPKEEP_BATCH, each: 3, ...inFormer });
    await proveVault({ db, vault: rotated });
    await settle();
    let killed: ChildProcess | undefined;
    await db.$transaction(
      async (tx) => {
        // The last row of the second of three batches.
        await tx.$queryRaw`
          SELECT FROM portal_credentials WHERE secret = (SELECT secret FROM portal_credentials
            ORDER BY secret COLLATE "C" OFFSET ${2 * UPKEEP_BATCH - 1} LIMIT 1) FOR UPDATE`;
        const [args, env] = commandOf(`${newer},${older}`, 'rotate');
        killed = spawn(process.execPath, args, { env, stdio: 'ignore' });
        const state = async () => [await waitingForLock(), (await useOf('k1'))?.formerSecrets];
        await expect.poll(state, { timeout: 30_000 }).toEqual([1, 2 * UPKEEP_BATCH]);
        const ended = new Promise((resolve) => killed?.once('exit', resolve));
        killed.kill('SIGKILL');
        await ended;
      },
      { timeout: 60_000 },
    );
    // The killed process's statement may still be running in the database.
    await expect.poll(statementsUnderWay).toBe(0);
    const left = (await useOf('k1'))?.formerSecrets ?? 0;
    // The database either completes the statement that it received or rolls it back.
    expect([UPKEEP_BATCH, 2 * UPKEEP_BATCH]).toContain(left);
    await expectAllOpen(rotated, logins);
    const { stdout, status } = run(`${newer},${older}`, 'rotate');
    expect(stdout).toContain(`${left} secrets sealed again, 0 do not open`);
    expect(stdout).toContain('"k1" wraps 0 keys');
    // What Temporal has stored with it may still be open.
    expect(stdout).not.toContain('can be taken out');
    expect(stdout).toMatch(/Temporal needs it until 72 hours after the last work from before \d{4}-/);
    expect(status).toBe(0);
    await expectAllOpen(createVault(newer), logins);
  });

  test('the vault command says how many keys an older master key still wraps, and refuses to run without it', async () => {
    const seal = (plain: string, binding: Parameters<typeof vault.seal>[2]) => vault.seal(db, plain, binding);
    const logins = await storeLogins(db, { customers: 3, each: 1, seal });
    await settle();
    const said = run(`${newer},${older}`);
    expect(said.stdout).toContain('"k1" wraps 4 keys');
    expect(said.stdout).not.toContain('can be taken out');
    expect(said.stdout).toMatch(/"k2" takes its place \d{4}-/);
    const refused = run(newer);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('VAULT_KEYS has no key "k1", which 4 keys or secrets');
    expect(refused.stderr).not.toContain(newer.slice(3));
    await expectAllOpen(vault, logins);
  });
});

describe('a key that nothing in the database needs', () => {
  const DAYS_63_MS = 63 * 24 * HOUR_MS;
  const seenBefore = (ms: number) =>
    db.masterKey.updateMany({ data: { firstSeenAt: new Date(Date.now() - ms) } });

  test('a key can be taken out when no purchase from its time can be open any more, and no job is', async () => {
    await proveVault({ db, vault: rotated });
    await seenBefore(DAYS_63_MS - HOUR_MS);
    expect(await historiesBefore(db, 'k2')).toBeInstanceOf(Date);
    await seenBefore(DAYS_63_MS + HOUR_MS);
    expect(await historiesBefore(db, 'k2')).toBeNull();

    const { id: userId } = await createUser(db);
    const file = { userId, serviceId: 'pdf-to-excel', fileName: 'a.pdf' };
    const upload = await db.upload.create({
      data: { ...file, fileKey: `${userId}.pdf`, sizeBytes: 1, sha256: '' },
    });
    const longAgo = new Date(Date.now() - 2 * DAYS_63_MS);
    const about = { serviceName: 'PDF to Excel', rowsTotal: 1, costPerRow: 1, createdAt: longAgo };
    const job = await db.job.create({ data: { ...file, ...about, uploadId: upload.id } });
    expect(await historiesBefore(db, 'k2')).toBeInstanceOf(Date);
    const endedBefore = (agoMs: number) =>
      db.job.update({ where: { id: job.id }, data: { finishedAt: new Date(Date.now() - agoMs) } });
    await endedBefore(0);
    expect(await historiesBefore(db, 'k2')).toBeInstanceOf(Date);
    await endedBefore(73 * HOUR_MS);
    expect(await historiesBefore(db, 'k2')).toBeNull();
  });
});

describe('a process with wrong keys', () => {
  test('a process does not start, and changes nothing, if a key has another value than before', async () => {
    await expect(proveVault({ db, vault: createVault(key('k1')) })).rejects.toThrow(
      'The key "k1" of VAULT_KEYS is not the one',
    );
    await expect(proveVault({ db, vault })).resolves.toBeUndefined();
  });

  test('a process does not start on a database whose secrets of the previous version another key has sealed', async () => {
    await storeLogins(db, { customers: 1, each: 1, ...inFormer });
    await db.dataKey.deleteMany();
    await db.masterKey.deleteMany();
    await expect(proveVault({ db, vault: createVault(key('k1')) })).rejects.toThrow(
      'The key "k1" of VAULT_KEYS is not the one',
    );
    await expect(proveVault({ db, vault: createVault(newer) })).rejects.toThrow('has no key "k1"');
    expect(await db.masterKey.count()).toBe(0);
    await expect(proveVault({ db, vault })).resolves.toBeUndefined();
  });

  test('the API and the worker end with that message if their keys are wrong [wrong-master-key]', () => {
    const keys = key('k1');
    for (const entry of ['api/server.ts', 'temporal/worker.ts']) {
      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', entry], {
        encoding: 'utf8',
        env: { ...process.env, ...startEnvironment, VAULT_KEYS: keys },
      });
      expect(stderr).toContain('The key "k1" of VAULT_KEYS is not the one');
      expect(status).toBe(1);
    }
  });
});
