/** The configuration: all problems are reported at once, and production refuses development settings. */
import { expect, test } from 'vitest';
import { hasDevelopmentHelpers, parseEnv, type Env } from '#api/env.ts';
import { newPushPrivateKey, pushPublicKey } from '#api/push-keys.ts';

const valid = {
  DATABASE_URL: 'postgresql://chalan@127.0.0.1:5432/chalan',
  AUTH_SECRET: 'vN2pQ8xL4kR7tW1zB6mC9hJ3sD5fG0aE',
  VAULT_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  FILES_DIR: '/tmp/files',
  MAILBOX_DIR: '/tmp/mailbox',
};

function problemsOf(source: Record<string, string | undefined>): string[] {
  const parsed = parseEnv(source);
  return 'problems' in parsed ? parsed.problems.map((problem) => problem.split(':')[0] ?? '') : [];
}

function envOf(source: Record<string, string>): Env {
  const parsed = parseEnv(source);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  return parsed.env;
}

test('every problem of an environment is listed, not only the first one', () => {
  const broken = {
    DATABASE_URL: 'mysql://nowhere',
    AUTH_SECRET: 'short',
    VAULT_KEYS: 'k1:short',
    PORT: 'eighty',
    TRUSTED_PROXIES: '-1',
    DATABASE_CONNECTIONS_MAX: '1',
    APP_URL: 'chalan',
  };
  expect(problemsOf(broken).sort()).toEqual(Object.keys(broken).sort());
});

test('every required setting is named if it is missing [required-settings]', () => {
  expect(problemsOf({}).sort()).toEqual(['AUTH_SECRET', 'DATABASE_URL', 'VAULT_KEYS']);
});

test('a wrong value is answered with words that say what is right', () => {
  const wrong = {
    ...valid,
    VAULT_KEYS: undefined,
    AUTH_SECRET: 'short',
    PORT: 'eighty',
    TRUSTED_PROXIES: '6',
    PORTAL_RETRY_MAX_MS: '0',
    DATABASE_CONNECTIONS_MAX: '2.5',
    NODE_ENV: 'live',
    APP_URL: 'chalan',
    WORKER_QUEUES: 'rows,browsers',
    SUPPORT_EMAIL: 'support',
  };
  const parsed = parseEnv(wrong);
  expect('problems' in parsed ? parsed.problems.toSorted() : []).toEqual([
    'APP_URL: must be an address such as https://chalan.example',
    'AUTH_SECRET: must have at least 32 characters',
    'DATABASE_CONNECTIONS_MAX: must be a whole number',
    'NODE_ENV: must be one of development, test, production',
    'PORT: must be a number',
    'PORTAL_RETRY_MAX_MS: must be 1 or more',
    'SUPPORT_EMAIL: must be an email address',
    'TRUSTED_PROXIES: must be 5 or less',
    'VAULT_KEYS: must be set',
    'WORKER_QUEUES: must be one of workflows, rows, portals, practice, outbound',
  ]);
});

test('a file store and a way to send mail must be configured', () => {
  expect(problemsOf({ ...valid, FILES_DIR: undefined, MAILBOX_DIR: undefined })).toEqual([
    'FILES_DIR',
    'SMTP_URL',
  ]);
  expect(problemsOf({ ...valid, FILES_DIR: undefined, S3_BUCKET: 'results' })).toEqual([]);
});

test('production refuses an address without https [https-in-production]', () => {
  expect(problemsOf({ ...valid, NODE_ENV: 'production', APP_URL: 'http://chalan.example' })).toEqual([
    'APP_URL',
  ]);
});

test('production refuses a cheaper password hash', () => {
  const cheap = { ...valid, PASSWORD_HASH_LOG2_N: '12' };
  expect(problemsOf(cheap)).toEqual([]);
  expect(problemsOf({ ...cheap, NODE_ENV: 'production', APP_URL: 'https://chalan.example' })).toEqual([
    'PASSWORD_HASH_LOG2_N',
  ]);
});

test('keys for push are a pair and come with a contact; the API needs the public one alone', () => {
  const [privateKey, otherKey] = [newPushPrivateKey(), newPushPrivateKey()];
  const PUSH_PUBLIC_KEY = pushPublicKey(privateKey);
  const PUSH_SUBJECT = 'mailto:operator@chalan.test';
  const keys = { ...valid, PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT };
  expect(problemsOf(keys)).toEqual([]);
  expect(problemsOf({ ...valid, PUSH_PUBLIC_KEY })).toEqual([]);
  expect(problemsOf({ ...keys, PUSH_PRIVATE_KEY: otherKey })).toEqual(['PUSH_PUBLIC_KEY']);
  expect(problemsOf({ ...keys, PUSH_SUBJECT: undefined })).toEqual(['PUSH_SUBJECT']);
  expect(problemsOf({ ...keys, PUSH_SUBJECT: 'http://chalan.example' })).toEqual(['PUSH_SUBJECT']);
  expect(problemsOf({ ...keys, PUSH_PRIVATE_KEY: 'short' })).toContain('PUSH_PRIVATE_KEY');
});

test('a share of traces is a number from 0 to 1, and a collector has an http address', () => {
  const traced = {
    ...valid,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  expect(problemsOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'key=one,other=two%2Cthree' })).toEqual([]);
  expect(problemsOf({ ...traced, OTEL_TRACES_SAMPLER_ARG: '10' })).toEqual(['OTEL_TRACES_SAMPLER_ARG']);
  expect(problemsOf({ ...traced, OTEL_TRACES_SAMPLER: 'some' })).toEqual(['OTEL_TRACES_SAMPLER']);
  expect(problemsOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'key' })).toEqual([
    'OTEL_EXPORTER_OTLP_HEADERS',
  ]);
  expect(problemsOf({ ...traced, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ]);
});

test('no problem shows the value of a secret', () => {
  const parsed = parseEnv({ ...valid, AUTH_SECRET: 'hunter2', VAULT_KEYS: 'k1:hunter2' });
  expect(JSON.stringify(parsed)).not.toContain('hunter2');
});

test("each portal's address has its own variable and an optional default", () => {
  const { BB_EXP_URL, HM_URL, MAILBOX_URL } = envOf({ ...valid, MAILBOX_URL: 'imaps://mail.example:993' });
  expect({ BB_EXP_URL, HM_URL, MAILBOX_URL }).toEqual({
    BB_EXP_URL: 'https://exp.bb.org.bd',
    HM_URL: undefined,
    MAILBOX_URL: 'imaps://mail.example:993',
  });
  expect(problemsOf({ ...valid, CPA_URL: 'port', MAILBOX_URL: 'https://mail.example' }).sort()).toEqual([
    'CPA_URL',
    'MAILBOX_URL',
  ]);
});

test("each portal's further hosts have their own variable: hosts to work on, or of the role before them", () => {
  const listed = 'sign-in=Auth.example, work.example:8443,load=captcha.example,';
  expect(envOf({ ...valid, DAMCO_HOSTS: listed }).DAMCO_HOSTS).toEqual([
    { host: 'auth.example', role: 'sign-in' },
    { host: 'work.example:8443', role: 'work' },
    { host: 'captcha.example', role: 'load' },
  ]);
  expect(envOf(valid).DAMCO_HOSTS).toBeUndefined();
  for (const wrong of [
    'https://auth.example',
    'auth.example/adfs',
    'admin=auth.example',
    'auth.example:port',
    'padma@auth.example',
    '*.example',
    'auth.example,load=auth.example',
  ])
    expect(problemsOf({ ...valid, DAMCO_HOSTS: wrong })).toEqual(['DAMCO_HOSTS']);
});

test('production refuses further hosts of the own network, and any beside an address without https', () => {
  const production = { ...valid, NODE_ENV: 'production', APP_URL: 'https://chalan.example' };
  expect(problemsOf({ ...production, DAMCO_HOSTS: 'auth.example,[2606:4700::1111]:8443,1.1.1.1' })).toEqual(
    [],
  );
  for (const own of ['10.0.0.1', '127.0.0.1:5432', '[::1]', 'postgres:5432', 'auth.localhost', '0x7f.1'])
    expect(problemsOf({ ...production, DAMCO_HOSTS: `auth.example,${own}` })).toEqual(['DAMCO_HOSTS']);
  const insecure = { DAMCO_URL: 'http://portal.example', DAMCO_HOSTS: 'auth.example' };
  expect(problemsOf({ ...production, ...insecure })).toEqual(['DAMCO_HOSTS']);
  expect(problemsOf({ ...valid, ...insecure, HM_HOSTS: 'login.hm.localhost:3900' })).toEqual([]);
});

test('an official interface needs its address and its key, and https in production', () => {
  const address = { ...valid, MAERSK_TRACK_API_URL: 'http://api.example' };
  const key = { MAERSK_TRACK_API_KEY: 'k-1' };
  expect(problemsOf(address)).toEqual(['MAERSK_TRACK_API_KEY']);
  expect(problemsOf({ ...valid, ...key })).toEqual(['MAERSK_TRACK_API_URL']);
  expect(envOf({ ...address, ...key })).toMatchObject({ MAERSK_TRACK_API_KEY: 'k-1' });
  expect(problemsOf({ ...address, MAERSK_TRACK_API_KEY: 'k\nHost: other' })).toEqual([
    'MAERSK_TRACK_API_KEY',
  ]);
  const production = {
    ...key,
    NODE_ENV: 'production',
    APP_URL: 'https://chalan.example',
    PASSWORD_HASH_LOG2_N: '17',
  };
  expect(problemsOf({ ...address, ...production })).toEqual(['MAERSK_TRACK_API_URL']);
  expect(problemsOf({ ...valid, MAERSK_TRACK_API_URL: 'https://api.example', ...production })).toEqual([]);
});

test('practice portals are off until they have an address, and never stand where a real portal does', () => {
  expect(envOf(valid).PRACTICE_PORTALS_URL).toBeUndefined();
  const practice = { ...valid, PRACTICE_PORTALS_URL: 'https://practice.example' };
  expect(envOf(practice)).toMatchObject({ PRACTICE_PORTALS_URL: 'https://practice.example' });
  expect(problemsOf({ ...valid, PRACTICE_PORTALS_URL: 'https://exp.bb.org.bd' })).toEqual([
    'PRACTICE_PORTALS_URL',
  ]);
  const production = { ...practice, NODE_ENV: 'production', APP_URL: 'https://chalan.example' };
  expect(
    problemsOf({ ...production, HM_URL: 'https://practice.example/hm', PASSWORD_HASH_LOG2_N: '17' }),
  ).toEqual(['PRACTICE_PORTALS_URL']);
  expect(problemsOf({ ...practice, HM_HOSTS: 'practice.example' })).toEqual(['PRACTICE_PORTALS_URL']);
  expect(problemsOf({ ...valid, PRACTICE_PORTALS_URL: 'https://booking.damco.com' })).toEqual([
    'PRACTICE_PORTALS_URL',
  ]);
  expect(problemsOf({ ...valid, PRACTICE_PORTALS_URL: 'imap://practice.example' })).toEqual([
    'PRACTICE_PORTALS_URL',
  ]);
});

test('an empty value counts as not set', () => {
  expect(envOf({ ...valid, PORT: '', S3_BUCKET: '' })).toMatchObject({ PORT: 3000 });
});

test('administrators without a second factor exist only on the one-machine stack and never in production', () => {
  const request = { ...valid, ADMINS_WITHOUT_FACTOR: 'true' };
  expect(envOf({ ...request, CHALAN_EMBEDDED: 'true' })).toMatchObject({ ADMINS_WITHOUT_FACTOR: true });
  expect(envOf(valid)).toMatchObject({ ADMINS_WITHOUT_FACTOR: false });
  const production = { CHALAN_EMBEDDED: 'true', NODE_ENV: 'production', APP_URL: 'https://chalan.example' };
  for (const given of [request, { ...request, ...production }])
    expect(parseEnv(given)).toMatchObject({
      problems: expect.arrayContaining([
        'ADMINS_WITHOUT_FACTOR: is possible on the one-machine stack only',
      ]) as unknown,
    });
});

test('development helpers exist only on the one-machine stack and never in production', () => {
  expect(hasDevelopmentHelpers(envOf(valid))).toBe(false);
  expect(hasDevelopmentHelpers(envOf({ ...valid, CHALAN_EMBEDDED: 'true' }))).toBe(true);
  const production = {
    ...valid,
    CHALAN_EMBEDDED: 'true',
    NODE_ENV: 'production',
    APP_URL: 'https://chalan.example',
  };
  expect(hasDevelopmentHelpers(envOf(production))).toBe(false);
});
