/**
 * Guessing passwords and sending mails in bulk are limited; wrong guesses by somebody else do not lock out the owner.
 */
import { expect, test } from 'vitest';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { newAddress, startTestApp, type Answer } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });

let hosts = 0;
const newIp = (): string => `10.7.${Math.floor(++hosts / 250)}.${hosts % 250}`;
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const login = (email: string, password: string, ip: string, cookie: string | null = null) =>
  app.request('/api/auth/login', { json: { email, password }, headers: from(ip), cookie, browser: 'new' });
const deviceOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('chalan-device='))
    ?.split(';')[0] ?? '';
const statuses = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push((await call()).status);
  return answers;
};

test('wrong passwords for an address are refused after ten, known or not, while the owner can sign in from elsewhere [guesses-at-an-address]', async () => {
  const ana = await app.signUpAndVerify();
  const ip = newIp();
  const { points } = rateLimits.signInPerAddress;
  for (const email of [ana.email, newAddress()]) {
    expect(await statuses(points, () => login(email, 'wrong', ip))).toEqual(Array(points).fill(401));
    const answer = await login(email, ana.password, ip);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await login(ana.email, ana.password, newIp())).status).toBe(200);
});

test('many networks together get no more guesses at an account, and its owner can sign in from a known network [guesses-from-many-networks]', async () => {
  const ana = await app.signUpAndVerify();
  const home = newIp();
  expect((await login(ana.email, ana.password, home)).status).toBe(200);
  const { points } = rateLimits.signInPerAccount;
  const guesses = await statuses(points + 1, () => login(ana.email, 'wrong', newIp()));
  expect(guesses).toEqual([...Array(points).fill(401), 429]);
  expect((await login(ana.email, ana.password, newIp())).status).toBe(429);
  expect((await login(ana.email, ana.password, home)).status).toBe(200);
});

test('guesses over many accounts and networks are stopped together, and owners sign in from a network or browser that they use [guesses-of-the-service]', async () => {
  await app.deps.db.rateLimit.deleteMany();
  const ana = await app.signUpAndVerify();
  const home = newIp();
  const cookie = deviceOf(await login(ana.email, ana.password, home));
  const withDevice = (password: string) => login(ana.email, password, newIp(), cookie);

  const ofAttack = 25;
  const limiter = createRateLimiter(app.deps);
  await limiter.consume('signInOfService', 'all', rateLimits.signInOfService.points - ofAttack);
  const guesses = await statuses(ofAttack + 2, () => login(newAddress(), 'wrong', newIp()));
  expect(guesses).toEqual([...Array(ofAttack).fill(401), 429, 429]);

  expect((await login(ana.email, ana.password, newIp())).status).toBe(429);
  expect((await login(ana.email, ana.password, home)).status).toBe(200);
  expect((await withDevice(ana.password)).status).toBe(200);

  // Whoever has the browser guesses no more than from a network, however many networks it comes from.
  const { points } = rateLimits.signInPerAddress;
  expect(await statuses(points + 1, () => withDevice('wrong'))).toEqual([...Array(points).fill(401), 429]);
  await app.deps.db.rateLimit.deleteMany();
});

test('a browser known from another account does not count as known for the owner', async () => {
  await app.deps.db.rateLimit.deleteMany();
  const [ana, eve] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
  const cookie = deviceOf(await login(eve.email, eve.password, newIp()));
  const { points } = rateLimits.signInPerAccount;
  const guess = () => login(ana.email, 'wrong', newIp(), cookie);
  expect(await statuses(points + 1, guess)).toEqual([...Array(points).fill(401), 429]);
});

test('the addresses of one IPv6 network count as one caller [guesses-from-one-network]', async () => {
  const email = newAddress();
  const { points } = rateLimits.signInPerAddress;
  let host = 0;
  const guess = () => login(email, 'wrong', `2001:db8:7:1::${(host += 1).toString(16)}`);
  expect(await statuses(points + 1, guess)).toEqual([...Array(points).fill(401), 429]);
});

test('simultaneous sign-in attempts cannot exceed the limit', async () => {
  const email = newAddress();
  const ip = newIp();
  const { points } = rateLimits.signInPerAddress;
  const answers = await Promise.all(Array.from({ length: points + 5 }, () => login(email, 'wrong', ip)));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(points);
});

test('correct passwords never count against the limit, however often one signs in', async () => {
  const ana = await app.signUpAndVerify();
  const ip = newIp();
  await statuses(rateLimits.signInPerAddress.points - 1, () => login(ana.email, 'wrong', ip));
  for (const status of await statuses(3, () => login(ana.email, ana.password, ip))) expect(status).toBe(200);
  expect(await statuses(3, () => login(ana.email, 'wrong', ip))).toEqual([401, 401, 401]);
});

test('one network address cannot try many accounts', async () => {
  const limiter = createRateLimiter(app.deps);
  const ip = newIp();
  for (let count = 0; count < rateLimits.signInPerIp.points; count += 1)
    await limiter.consume('signInPerIp', ip);
  expect((await login(newAddress(), 'wrong', ip)).status).toBe(429);
  expect((await login(newAddress(), 'wrong', newIp())).status).toBe(401);
});

test.each(['forgot-password', 'resend-verification'])(
  '%s stops after five mails to an address, known or not, while its owner still gets one from elsewhere',
  async (call) => {
    const ana = await app.signUpAndVerify();
    const ask = (email: string, ip: string) =>
      app.request(`/api/auth/${call}`, { json: { email }, headers: from(ip) });
    const { points } = rateLimits.mailPerAddress;
    for (const email of [ana.email, newAddress()]) {
      const ip = newIp();
      expect(await statuses(points + 1, () => ask(email, ip))).toEqual([...Array(points).fill(200), 429]);
      expect((await ask(email, newIp())).status).toBe(200);
    }
  },
);

test('an address gets a bounded number of mails, however many networks request them', async () => {
  const email = newAddress();
  const { points } = rateLimits.mailFromAnywhere;
  const ask = () => app.request('/api/auth/forgot-password', { json: { email }, headers: from(newIp()) });
  expect(await statuses(points + 1, ask)).toEqual([...Array(points).fill(200), 429]);
});

test('repeated registrations of an address are limited, since each one sends its owner a mail', async () => {
  const email = newAddress();
  const person = { name: 'Ana', company: 'Ana', mobile: '1', password: 'a password', email };
  const { points } = rateLimits.mailPerAddress;
  const ip = newIp();
  const register = () => app.request('/api/auth/register', { json: person, headers: from(ip) });
  expect(await statuses(points + 1, register)).toEqual([...Array(points).fill(200), 429]);
});

test('if the rate-limit store is unavailable, nobody is locked out and the failure is logged', async () => {
  const logged: unknown[] = [];
  const db = { $queryRawUnsafe: () => Promise.reject(new Error('connection refused')) };
  const logger = { error: (line: unknown) => logged.push(line) };
  const limiter = createRateLimiter({ db, logger } as unknown as Parameters<typeof createRateLimiter>[0]);
  for (let count = 0; count < 20; count += 1) await limiter.consume('signInPerAddress', 'anyone');
  expect(logged).toHaveLength(20);
});
