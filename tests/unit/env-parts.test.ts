/** Which process gets which variable: the list, the code that reads the variables, and the compose file agree. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { composeEnvironments } from '#tests/harness/compose-file.ts';
import { portals } from '#activities/portals/catalogue.ts';
import {
  addressVariable,
  hasOfficialInterface,
  hasPages,
  hostsVariable,
  interfaceAddressVariable,
  interfaceKeyVariable,
} from '#activities/portals/facts.ts';
import { parseEnv, parseWorkerEnv } from '#api/env.ts';
import {
  workerRoles,
  dropSecrets,
  environmentFor,
  foreignTo,
  secretVariables,
  withoutSecrets,
  type Part,
} from '#api/env-parts.ts';

const everything = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    [...secretVariables, ...foreignTo('api'), ...foreignTo('worker')].map((name) => [name, `of ${name}`]),
  ),
  PATH: '/bin',
});

/** Names that the code in these places reads from the parsed environment, directly or by destructuring. */
function readBy(...places: string[]): string[] {
  const files = places.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'env.ts' && name !== 'env-parts.ts')
      .map((name) => path.join(place, name)),
  );
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const direct = [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name);
  const apart = [
    ...text.matchAll(/\{([^{}]*)\}(?:: Pick<Env[^>]*>)?(?: = (?:deps\.)?env\b|,?\n?\))/g),
  ].flatMap(([, names = '']) => [...names.matchAll(/\b[A-Z][A-Z0-9_]{3,}\b/g)].map(([name]) => name));
  return [...new Set([...direct, ...apart])];
}

describe('the list of who reads what', () => {
  test('the list of variables for the worker alone has none that the API reads', () => {
    const read = readBy('api');
    expect(read).toEqual(expect.arrayContaining(['APP_URL', 'TRUSTED_PROXIES', 'TEMPORAL_UI_URL']));
    expect(read.filter((name) => foreignTo('api').includes(name))).toEqual([]);
  });

  test('the list of variables for the API alone has none that the activities and the worker read', () => {
    const read = readBy('activities', 'temporal');
    expect(read).toEqual(expect.arrayContaining(['WORKFLOW_CACHE_MAX', 'CHROMIUM_PATH']));
    expect(read.filter((name) => foreignTo('worker').includes(name))).toEqual([]);
  });

  test('the lists of variables name only variables that exist', () => {
    const source = readFileSync('api/env.ts', 'utf8');
    const ofNeither = foreignTo('api').filter((name) => foreignTo('worker').includes(name));
    const names = [...foreignTo('api'), ...foreignTo('worker')].filter((name) => !ofNeither.includes(name));
    const addresses: string[] = [
      ...portals.map(({ key }) => addressVariable(key)),
      ...portals.filter(hasPages).map(({ key }) => hostsVariable(key)),
      ...portals
        .filter(hasOfficialInterface)
        .flatMap(({ key }) => [interfaceAddressVariable(key), interfaceKeyVariable(key)]),
    ];
    expect(names.filter((name) => !source.includes(`${name}:`) && !addresses.includes(name))).toEqual([]);
    expect(foreignTo('api')).toEqual(expect.arrayContaining(addresses));
  });
});

describe('an environment', () => {
  test("the worker's environment has no AUTH_SECRET or migration variables, and the API's has no portals", () => {
    const worker = environmentFor('worker', everything());
    const api = environmentFor('api', everything());
    for (const name of ['AUTH_SECRET', 'PORT', 'APP_DATABASE_URL', 'POSTGRES_PASSWORD'])
      expect(worker).not.toHaveProperty(name);
    for (const name of ['BB_EXP_URL', 'MAILBOX_URL', 'APP_DATABASE_URL', 'POSTGRES_PASSWORD'])
      expect(api).not.toHaveProperty(name);
    expect(worker).toMatchObject({ VAULT_KEYS: 'of VAULT_KEYS', BB_EXP_URL: 'of BB_EXP_URL', PATH: '/bin' });
    expect(api).toMatchObject({ VAULT_KEYS: 'of VAULT_KEYS', AUTH_SECRET: 'of AUTH_SECRET', PATH: '/bin' });
  });

  test('a process that needs no secrets has none in its environment', () => {
    expect(
      Object.keys(withoutSecrets(everything())).filter((name) => secretVariables.includes(name)),
    ).toEqual([]);
  });

  test('an environment that was read has no secrets left, and foreign ones are reported', () => {
    const environment = everything();
    expect(dropSecrets('worker', environment)).toEqual([
      'AUTH_SECRET',
      'APP_DATABASE_URL',
      'POSTGRES_PASSWORD',
      'APP_POSTGRES_PASSWORD',
      'TEMPORAL_POSTGRES_PASSWORD',
    ]);
    expect(secretVariables.filter((name) => name in environment)).toEqual([]);
    expect(environment).toMatchObject({ PATH: '/bin' });
    expect(dropSecrets('api', { AUTH_SECRET: 'x', VAULT_KEYS: 'y', APP_DATABASE_URL: '' })).toEqual([]);
  });

  test('an environment without AUTH_SECRET is enough for the worker and not for the API', () => {
    const valid = {
      DATABASE_URL: 'postgresql://chalan@127.0.0.1:5432/chalan',
      VAULT_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      FILES_DIR: '/tmp/files',
      MAILBOX_DIR: '/tmp/mailbox',
    };
    expect(parseWorkerEnv(valid)).toHaveProperty('env');
    expect(parseEnv(valid)).toEqual({ problems: [expect.stringContaining('AUTH_SECRET')] });
  });
});

describe('the compose file', () => {
  const composeFile = readFileSync('docker-compose.yml', 'utf8');
  const services = composeEnvironments(composeFile);
  const own: Record<string, { part: Part; names: string[] }> = {
    api: { part: 'api', names: ['AUTH_SECRET', 'HOST', 'PORT', 'TRUSTED_PROXIES'] },
    worker: {
      part: 'worker',
      names: ['BB_EXP_URL', 'DAMCO_HOSTS', 'MAILBOX_URL', 'ALLOW_UNSANDBOXED_BROWSER'],
    },
    'worker-steps': { part: 'worker', names: ['PUSH_PRIVATE_KEY', 'PUSH_SUBJECT'] },
  };
  const shared = [
    'DATABASE_URL',
    'VAULT_KEYS',
    'SMTP_URL',
    'BKASH_PASSWORD',
    'S3_SECRET_ACCESS_KEY',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ];

  /** The file's own Temporal asks nobody who calls; administrators without a second factor are not for production. */
  const notForIt = /^(?:TEMPORAL_TLS|TEMPORAL_API_KEY|ADMINS_WITHOUT_FACTOR)/;

  test.each(Object.entries(own))(
    'the compose file gives %s what it reads and nothing that it must not have',
    (service, { part, names: given }) => {
      const names = services[service] ?? [];
      expect(names).toEqual(expect.arrayContaining([...given, ...shared]));
      expect(names.filter((name) => foreignTo(part).includes(name))).toEqual([]);
    },
  );

  test('the compose file gives a part each variable that the documents name, apart from those that are not for it', () => {
    const source = readFileSync('api/env.ts', 'utf8');
    const documents = ['docs/production.md', 'docs/security.md'].map((file) => readFileSync(file, 'utf8'));
    const named = [...documents.join('\n').matchAll(/`([A-Z][A-Z0-9_]{3,})/g)].map(([, name = '']) => name);
    const known = [...new Set(named)].filter((name) => new RegExp(`^ +${name}:`, 'm').test(source));
    expect(known).toContain('DATABASE_CONNECTIONS_MAX');
    const given = Object.values(services).flat();
    expect(known.filter((name) => !given.includes(name) && !notForIt.test(name))).toEqual([]);
    expect(services['temporal-ui']).toEqual(
      expect.arrayContaining(['TEMPORAL_CODEC_ENDPOINT', 'TEMPORAL_CODEC_INCLUDE_CREDENTIALS']),
    );
  });

  test('the roles of the workers together are all, and each is given once', () => {
    const roles = [...composeFile.matchAll(/WORKER_QUEUES: (.*)/g)].flatMap(([, list = '']) =>
      list.split(','),
    );
    expect(roles.toSorted()).toEqual([...workerRoles].toSorted());
  });

  test('the compose file gives master keys to API and worker only, and the database owner to migrations only', () => {
    const having = (name: string): string[] =>
      Object.keys(services).filter((service) => services[service]?.includes(name));
    expect(having('VAULT_KEYS')).toEqual(['api', 'worker-steps', 'worker']);
    expect(having('AUTH_SECRET')).toEqual(['api']);
    expect(having('BKASH_PASSWORD')).toEqual(['api', 'worker-steps', 'worker']);
    expect(having('APP_DATABASE_URL')).toEqual(['migrate']);
    expect(services['migrate']?.toSorted()).toEqual(['APP_DATABASE_URL', 'DATABASE_URL']);
    expect(services['proxy']).toEqual([]);
  });
});
