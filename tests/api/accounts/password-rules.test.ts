/** Common passwords are refused wherever one is chosen, and old hashes are renewed at the next sign-in. */
import crypto, { scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import { limits } from '#contracts/limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { newAddress, startTestApp, type Account, type Answer } from '#tests/harness/app.ts';

const app = await startTestApp();
/** An application whose hashes take long enough to delay each other. */
const dear = await startTestApp({ env: { PASSWORD_HASH_LOG2_N: '15' } });
const { db } = app.deps;
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

const refusal = { status: 422, body: { success: false, code: 'PASSWORD_GUESSABLE' } };
const register = (given: object) =>
  app.post('/api/auth/register', {
    email: 'farzana.haque@padma-apparels.test',
    name: 'Farzana Haque',
    company: 'Padma Apparels Ltd.',
    mobile: '+8801711000000',
    ...given,
  });
const hashOf = async (userId: string) =>
  (await db.account.findFirstOrThrow({ where: { userId } })).password ?? '';

describe('a password', () => {
  test.each([
    '123456',
    'iloveyou',
    'PassWord1',
    'ｑｗｅｒｔｙ',
    'chalan1234',
    'farzana2026',
    'farzana.haque',
    'Haque!Haque!',
    'padma-apparels',
    '1971Padma#',
    'xFarzanaHaque9',
  ])(
    'a common password, or one made of personal data, is refused at the registration: %s [weak-password-at-registration]',
    async (password) => {
      expect(await register({ password })).toMatchObject(refusal);
      expect(await db.user.count({ where: { name: 'Farzana Haque' } })).toBe(0);
    },
  );

  test.each(['83749201847', 'jute and padma silk', 'chalan-hf82k1q9', 'Ltd-of-tea-leaves'])(
    'a password with enough characters of its own is accepted: %s',
    async (password) => {
      expect(await register({ password, email: newAddress() })).toMatchObject({ status: 200 });
    },
  );

  test('a change to a common password is refused, and the old one stays', async () => {
    const change = (newPassword: string) =>
      app.post(
        `/api/users/${ana.id}/change-password`,
        { currentPassword: ana.password, newPassword },
        ana.cookie,
      );
    expect(await change('letmein')).toMatchObject(refusal);
    expect(await change('ana-RAHMAN-99')).toMatchObject(refusal);
    await app.signIn(ana.email, ana.password);
  });

  test('a reset link refuses a common password and still works afterwards [weak-password-at-reset]', async () => {
    await app.post('/api/auth/forgot-password', { email: ana.email });
    const token = await app.tokenFor(ana.email, 2);
    const reset = (newPassword: string) => app.post('/api/auth/reset-password', { token, newPassword });
    expect(await reset('dragon')).toMatchObject(refusal);
    expect(await reset('Rahman12345')).toMatchObject(refusal);
    expect(await reset(ana.password)).toMatchObject({ status: 200 });
  });
});

describe('the hash of a password', () => {
  test('a password hash is scrypt and states its cost', async () => {
    expect(await hashOf(ana.id)).toMatch(/^scrypt\$12\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  test('an old password hash is renewed by the next sign-in with the correct password [old-hash-is-renewed]', async () => {
    const salt = '00112233445566778899aabbccddeeff';
    const key = scryptSync(ana.password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 });
    const former = `${salt}:${key.toString('hex')}`;
    await db.account.updateMany({ where: { userId: ana.id }, data: { password: former } });
    const wrong = await app.post('/api/auth/login', { email: ana.email, password: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
    expect(await hashOf(ana.id)).toBe(former);
    await app.signIn(ana.email, ana.password);
    expect(await hashOf(ana.id)).toMatch(/^scrypt\$12\$/);
    await app.signIn(ana.email, ana.password);
  });

  test('a registration hashes once, whatever is known of its address', async () => {
    const email = newAddress();
    const counts = await hashesIn([
      () => register({ email, password: 'first of the rivals' }),
      () => register({ email, password: 'first of the rivals' }),
      () => register({ email, password: 'second of the rivals' }),
      () => register({ email, password: 'third of the rivals' }),
      () => register({ email, password: 'second of the rivals' }),
      () => register({ email: ana.email, password: 'fourth of the rivals' }),
    ]);
    expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await db.rivalRegistration.count({ where: { user: { email } } })).toBe(2);
  });

  test('only a few passwords are hashed at once, and a burst is asked to wait', async () => {
    const burst = Array.from({ length: 70 }, () =>
      dear.post('/api/auth/login', { email: newAddress(), password: 'wrong' }),
    );
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(
      limits.passwordHashesAtOnceMax,
    );
  });

  test('a wrong password that was asked to wait is not counted as a guess', async () => {
    const rahim = await app.signUpAndVerify();
    const login = (password: string) => app.post('/api/auth/login', { email: rahim.email, password });
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const places = limits.passwordHashesAtOnceMax + limits.passwordHashesWaitingMax;
    // Known callers come before rahim and cannot be displaced by him.
    const taken = Array.from({ length: places }, () => inPasswordTurn(() => isReleased, [], true));
    const tries = Array.from({ length: rateLimits.signInPerAddress.points }, () => login('wrong'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    release();
    await Promise.all(taken);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await login(rahim.password)).toMatchObject({ status: 200 });
  });

  test('a registration that waits for its password hash holds no database transaction', async () => {
    const people = 20;
    const statuses: number[] = [];
    const burst = Array.from({ length: people }, async () => {
      const answer = await dear.post('/api/auth/register', {
        email: newAddress(),
        password: 'correct horse',
        name: 'Farzana Haque',
        company: 'Padma Apparels Ltd.',
        mobile: '+8801711000000',
      });
      statuses.push(answer.status);
    });
    let heldMost = 0;
    while (statuses.length < people) {
      const [now] = await dear.deps.db.$queryRaw<{ held: number }[]>`
        SELECT count(*)::int AS held FROM pg_stat_activity
        WHERE state = 'idle in transaction' AND datname = current_database()`;
      heldMost = Math.max(heldMost, now?.held ?? 0);
    }
    await Promise.all(burst);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(heldMost).toBeGreaterThan(0);
    expect(heldMost).toBeLessThanOrEqual(limits.passwordHashesAtOnceMax);
  });
});

/** Returns how many hashes each of the calls computes. */
async function hashesIn(calls: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const counted = vi.spyOn(crypto, 'scrypt');
  // The product's named import follows the module only after this.
  syncBuiltinESMExports();
  try {
    const counts: number[] = [];
    for (const call of calls) {
      counted.mockClear();
      expect(await call()).toMatchObject({ status: 200 });
      counts.push(counted.mock.calls.length);
    }
    return counts;
  } finally {
    counted.mockRestore();
    syncBuiltinESMExports();
  }
}
