/**
 * The whole HTTP application with its own database, files and mailbox, called without a port. Use at the top of a file:
 * `const app = await startTestApp()`; `const ana = await app.signUpAndVerify()`; `await app.get('/api/…', ana.cookie)`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, inject } from 'vitest';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import { readMailbox, type KeptMail } from '#api/adapters/mailer.ts';
import { createApp } from '#api/app.ts';
import { buildDeps, type Deps } from '#api/deps.ts';
import { parseEnv, type ApiEnv } from '#api/env.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { limits } from '#contracts/limits.ts';
import { provePasskey } from '#tests/factories.ts';
import { createTestDatabase } from './database.ts';

const MAIL_WAIT_MS = 60_000;
const MAIL_POLL_MS = 20;
const VAULT_KEY = Buffer.alloc(32, 7).toString('base64');

export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  body: Record<string, unknown>;
};
export type Account = { id: string; email: string; password: string; cookie: string; user: User };
type Overrides = { env?: Record<string, string>; deps?: Partial<Deps> };
type Call = {
  method?: string;
  json?: unknown;
  form?: FormData;
  cookie?: string | null;
  headers?: Record<string, string>;
  /** Signs in from a new browser. By default all sign-ins of a test come from one browser, which the product knows. */
  browser?: 'new';
};

const isEvents = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

const wholeBody = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** Events go on for a minute; the first ones say what they are about. */
async function firstEvents(response: Response): Promise<Buffer> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []);
}

export async function startTestApp(overrides: Overrides = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'chalan-app-'));
  const mailbox = path.join(directory, 'mailbox');
  const { url } = await createTestDatabase();
  const env = testEnv({
    DATABASE_URL: url,
    FILES_DIR: path.join(directory, 'files'),
    MAILBOX_DIR: mailbox,
    ...overrides.env,
  });
  const built = await buildDeps(env, 'test', { statementMs: limits.statementMsMax });
  const temporal = overrides.deps?.temporal ?? built.temporal;
  const deps: Deps = { ...built, workflows: createWorkflows(temporal), ...overrides.deps };
  afterAll(async () => {
    await Promise.all([built.db.$disconnect(), built.temporal.connection.close()]);
    await rm(directory, { recursive: true, force: true });
  });
  const app = createApp(deps);

  let device: string | undefined;
  const request = async (route: string, call: Call = {}): Promise<Answer> => {
    const headers = new Headers(call.headers);
    const signsIn = /^\/api\/auth\/(passkey\/)?login$/.test(route) && call.browser !== 'new';
    const cookie = [call.cookie, signsIn ? device : null].filter(Boolean).join('; ');
    if (cookie) headers.set('cookie', cookie);
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    const body = call.json === undefined ? call.form : JSON.stringify(call.json);
    const method = call.method ?? (body === undefined ? 'GET' : 'POST');
    const response = await app.request(route, { method, headers, ...(body === undefined ? {} : { body }) });
    if (signsIn) device = response.headers.getSetCookie().find(isOfDevice)?.split(';')[0] ?? device;
    const bytes = await (isEvents(response) ? firstEvents(response) : wholeBody(response));
    const text = bytes.toString('utf8');
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  };
  const post = (route: string, json: unknown, cookie: string | null = null) =>
    request(route, { method: 'POST', json, cookie });

  /** Mails are sent outside the request, so this waits until `count` of them have arrived; newest first. */
  const mailsTo = async (address: string, count = 1): Promise<KeptMail[]> => {
    const deadlineMs = Date.now() + MAIL_WAIT_MS;
    while (Date.now() < deadlineMs) {
      const mails = await readMailbox(mailbox, address);
      if (mails.length >= count) return mails;
      await new Promise((resolve) => setTimeout(resolve, MAIL_POLL_MS));
    }
    throw new Error(`No ${count} mails to ${address} within ${MAIL_WAIT_MS} ms.`);
  };
  const tokenFor = async (address: string, count = 1): Promise<string> =>
    tokenIn((await mailsTo(address, count))[0]);

  const signUp = async (given: Partial<typeof person> & { email?: string; mobile?: string } = {}) => {
    const account = { ...person, mobile: newMobile(), email: newAddress(), ...given };
    const answer = await post('/api/auth/register', account);
    if (answer.status !== 200) throw new Error(`register answered ${answer.status}: ${answer.text}`);
    return account;
  };
  const signIn = async (email: string, password: string): Promise<string> => {
    const answer = await post('/api/auth/login', { email, password });
    if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
    return cookieOf(answer);
  };
  /** An administrator gets a passkey that is proved in this session, unless `factor` is false. */
  const signUpAndVerify = async (
    given: { email?: string; password?: string; isAdmin?: boolean; factor?: false } = {},
  ): Promise<Account> => {
    const { email, password } = await signUp({
      email: given.email ?? newAddress(),
      password: given.password ?? person.password,
    });
    const verified = await post('/api/auth/verify-email', { token: await tokenFor(email) });
    if (verified.status !== 200)
      throw new Error(`verify-email answered ${verified.status}: ${verified.text}`);
    if (given.isAdmin) await deps.db.user.update({ where: { email }, data: { isAdmin: true } });
    const answer = await post('/api/auth/login', { email, password });
    const user = answer.body['user'] as User;
    if (given.isAdmin && given.factor !== false) await provePasskey(deps.db, user.id);
    return { id: user.id, email, password, cookie: cookieOf(answer), user };
  };
  return {
    deps,
    /** The environment for an API process beside this one, including the secret that the dependencies do not keep. */
    env,
    request,
    get: (route: string, cookie: string | null = null) => request(route, { cookie }),
    post,
    mailsTo,
    tokenFor,
    signUp,
    signIn,
    signUpAndVerify,
  };
}

const person = {
  name: 'Ana Rahman',
  company: 'Padma Apparels Ltd.',
  password: 'correct horse',
};

/** A new mobile number for each account, because trial credits are given once per phone. */
const newMobile = (): string =>
  `+88017${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, '0')}`;

/** Its random part is one long word: a short group of digits may occur in a password, which would then be refused. */
export const newAddress = (): string => `user-${crypto.randomUUID().replaceAll('-', '')}@example.test`;

/** Returns the token in the mail's first link. */
function tokenIn(mail: KeptMail | undefined): string {
  const token = new URL(mail?.links[0] ?? 'no:link').searchParams.get('token');
  if (!token) throw new Error(`The mail "${mail?.subject}" has no token.`);
  return token;
}

const isOfDevice = (cookie: string): boolean => /^(__Host-)?chalan-device=/.test(cookie);

/** The cookies that an answer sets, including the device cookie, as a browser would send them back. */
export const cookieIn = ({ headers }: Answer): string => sentBack(headers.getSetCookie());
const cookieOf = ({ headers }: Answer): string =>
  sentBack(headers.getSetCookie().filter((cookie) => !isOfDevice(cookie)));
const sentBack = (cookies: string[]): string => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

export function testEnv(given: Record<string, string>): ApiEnv {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'vN2pQ8xL4kR7tW1zB6mC9hJ3sD5fG0aE',
    VAULT_KEYS: `test:${VAULT_KEY}`,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    // The cheapest hash possible; production refuses it.
    ...(given['NODE_ENV'] === 'production' ? {} : { PASSWORD_HASH_LOG2_N: '12' }),
    ...given,
  });
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  return parsed.env;
}
