/**
 * Parses the environment once, at entry points. If a value is invalid, all problems are listed and the process ends.
 */
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { hostsVariable } from '#activities/portals/facts.ts';
import type { Logger } from './adapters/logger.ts';
import { problemInWords } from './env-problems.ts';
import { dropSecrets, environmentFor, workerRoles, type Part } from './env-parts.ts';
import {
  isRealPortal,
  mailboxUrl,
  portalVariables,
  problemOfHosts,
  problemOfInterface,
  withInterface,
} from './portal-variables.ts';
import { pushPublicKey } from './push-keys.ts';

/** OWASP's recommendation with r = 8 and p = 1, which takes 128 MiB and half a second. */
const PASSWORD_HASH_LOG2_N_MIN = 17;

const flag = z.stringbool().default(false);
const durationMs = (defaultMs: number) => z.coerce.number().int().min(1).default(defaultMs);

/** How Temporal is reached. The files may be replaced while a process runs (temporal/renewals.ts). */
const temporalVariables = {
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_TLS: flag,
  /** Certificates (PEM) of the authority that the server is trusted by, in place of the public ones. */
  TEMPORAL_TLS_CA_FILE: z.string().min(1).optional(),
  /** Our own certificate and its key (PEM), for a server that asks its clients for one (mTLS). */
  TEMPORAL_TLS_CERT_FILE: z.string().min(1).optional(),
  TEMPORAL_TLS_KEY_FILE: z.string().min(1).optional(),
  /** The name in the server's certificate, if it is not that of the address. */
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  /** A file with the API key, which is read again when it changes. */
  TEMPORAL_API_KEY_FILE: z.string().min(1).optional(),
};

const hasKeyOfCertificate = (env: {
  TEMPORAL_TLS_CERT_FILE?: string | undefined;
  TEMPORAL_TLS_KEY_FILE?: string | undefined;
}): boolean => !env.TEMPORAL_TLS_CERT_FILE === !env.TEMPORAL_TLS_KEY_FILE;
const keyOfCertificate = {
  path: ['TEMPORAL_TLS_KEY_FILE'],
  error: 'must be set together with TEMPORAL_TLS_CERT_FILE',
};
const temporalSchema = z.object(temporalVariables).refine(hasKeyOfCertificate, keyOfCertificate);

/** The standard variables of OpenTelemetry that we read. Without an endpoint, nothing is traced. */
const tracingVariables = {
  /** Where the collector takes traces by OTLP over HTTP; `/v1/traces` is added. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  /** What the collector wants to see of its senders, as `name=value,name=value` with escaped values. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be name=value pairs')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  /** The share of traces that are kept, for the samplers by ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

const envSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    /** Set in the one-machine stack, which has demo accounts and development helpers. */
    CHALAN_EMBEDDED: flag,
    /** The address to listen on; by default only this machine can connect. */
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Public address of the app, for links in mails. */
    APP_URL: z.url().default('http://localhost:3000'),
    /** Number of trusted reverse proxies whose X-Forwarded-For is used. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
    /** Where Prometheus finds the metrics of this process; not on the address of the app, which strangers reach. */
    METRICS_ADDRESS: z
      .string()
      .regex(/^[^\s]+:\d{1,5}$/, 'must be host:port')
      .optional(),
    /** The same for those of Temporal's SDK, which has a server of its own. */
    TEMPORAL_METRICS_ADDRESS: z
      .string()
      .regex(/^[\d.]+:\d{1,5}$/, 'must be address:port')
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    ...tracingVariables,

    /** Connections to the database that this process opens at most. */
    DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(2).max(100).default(12),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
    ...temporalVariables,
    TEMPORAL_UI_URL: z.url().optional(),

    /** Cost of a password hash: scrypt's N is two to this power. A lower value is for tests only. */
    PASSWORD_HASH_LOG2_N: z.coerce.number().int().min(10).max(20).default(PASSWORD_HASH_LOG2_N_MIN),
    /** `id:base64key` pairs of 32-byte keys, comma-separated; the first is used for sealing, all for opening. */
    VAULT_KEYS: z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9+/=]{44}(,[a-z0-9-]+:[A-Za-z0-9+/=]{44})*$/, {
      error: 'must be id:key pairs, each key 32 bytes in base64',
    }),

    FILES_DIR: z.string().min(1).optional(),
    S3_BUCKET: z.string().min(1).optional(),
    S3_REGION: z.string().default('ap-southeast-1'),
    S3_ENDPOINT: z.url().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),

    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
    MAIL_FROM: z.string().min(3).default('Chalan <no-reply@chalan.test>'),
    /** Messages of the contact form are also mailed here, in addition to the list that administrators see. */
    SUPPORT_EMAIL: z.email().optional(),
    /** Mails are stored here as JSON if there is no SMTP server. */
    MAILBOX_DIR: z.string().min(1).optional(),

    /**
     * The installation's own keys for pushing notifications to browsers (VAPID, RFC 8292), in URL-safe base64. Without
     * them, push is not offered. The worker needs all three, the API only the public key.
     */
    PUSH_PUBLIC_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/, 'must be 65 bytes in URL-safe base64')
      .optional(),
    PUSH_PRIVATE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in URL-safe base64')
      .optional(),
    /** Whom a push service can ask about our messages: a mailto: or https:// address. */
    PUSH_SUBJECT: z
      .url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https:// address' })
      .optional(),

    /** bKash's Tokenized Checkout; the address and credentials select its sandbox or production. */
    BKASH_URL: z.url().default('https://tokenized.sandbox.bka.sh'),
    BKASH_USERNAME: z.string().optional(),
    BKASH_PASSWORD: z.string().optional(),
    BKASH_APP_KEY: z.string().optional(),
    BKASH_APP_SECRET: z.string().optional(),
    /** Payment notifications are accepted from this topic only; without it none are. */
    BKASH_IPN_TOPIC: z.string().optional(),
    /** Where the notifications' certificate may come from instead of Amazon SNS: the sandbox's address. */
    BKASH_IPN_CERTIFICATE_URL: z.url().optional(),
    /** Execute an approved payment even if the payer's return was never seen. */
    BKASH_EXECUTE_LATE: flag,
    /**
     * Execute an approved payment once more if bKash reports, after the settling time, that the first attempt had no
     * effect.
     */
    BKASH_EXECUTE_AGAIN: flag,
    /**
     * Length of a minute in the timetables and settling times of purchases and refunds; a shorter one is for tests
     * only.
     */
    PURCHASE_MINUTE_MS: durationMs(MINUTE_MS),

    ...portalVariables,
    /** Practice portals for practice runs: the sandbox. Without it, practice is not offered. */
    PRACTICE_PORTALS_URL: z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
      .optional(),
    /** The mailbox of practice runs. Without it, services that read a mailbox have none. */
    PRACTICE_MAILBOX_URL: mailboxUrl.optional(),
    /**
     * Servers of customers' mailboxes may be on this machine and its network, and may go without TLS; for development and
     * tests only.
     */
    MAILBOXES_TO_PRIVATE: flag,
    /**
     * Our client at the providers of mailboxes (OAuth 2.0). Without id and secret, a provider is not offered. API and worker
     * need the same ones.
     */
    GOOGLE_OAUTH_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
    MICROSOFT_OAUTH_CLIENT_ID: z.string().min(1).optional(),
    MICROSOFT_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
    /** A stand-in for all providers, whose mailboxes are at MAILBOX_URL; for development and tests only. */
    MAIL_PROVIDERS_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Certificates (PEM) of authorities that mail servers are trusted by, beside the public ones. */
    MAILBOX_CA_FILE: z.string().min(1).optional(),
    /** How long a job waits for a person's answer to a CAPTCHA or a one-time password. */
    CHALLENGE_WAIT_MS: durationMs(10 * MINUTE_MS),
    SANDBOX_URL: z.url().optional(),
    /**
     * Administrators may sign in with a password alone. For the one-machine stack, whose administrator's password is
     * known.
     */
    ADMINS_WITHOUT_FACTOR: flag,
    /** Webhooks may be sent to this machine and its network; for development and tests only. */
    WEBHOOKS_TO_PRIVATE: flag,
    CHROMIUM_PATH: z.string().optional(),
    /** Portals are used in production even where Chromium's sandbox is unavailable, at the operator's own risk. */
    ALLOW_UNSANDBOXED_BROWSER: flag,
    /** What this worker process does, comma-separated; without it, everything. */
    WORKER_QUEUES: z
      .string()
      .default(workerRoles.join(','))
      .transform((text) => text.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(workerRoles)).min(1)),
    /** The worker's release, for upgrades without a stop (docs/production.md); without it, all workers are alike. */
    WORKER_BUILD_ID: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'must have letters, digits, dots and dashes only')
      .optional(),
    WORKFLOW_BUNDLE: z.string().optional(),
    /** Number of workflows that a worker caches between tasks; with 0, every task replays its history. */
    WORKFLOW_CACHE_MAX: z.coerce.number().int().min(0).max(10_000).default(300),

    /** Look at the entrances of the portals every ten minutes; off in tests that count requests to them. */
    PORTAL_PROBES: z.stringbool().default(true),
    /** How long a sent filing may still take effect, replacing the portals' own times; for tests only. */
    PORTAL_EFFECT_MS: z.coerce.number().int().min(1).optional(),
    PORTAL_RETRY_FIRST_MS: durationMs(30_000),
    PORTAL_RETRY_MAX_MS: durationMs(15 * MINUTE_MS),
    PORTAL_GIVE_UP_MS: durationMs(72 * HOUR_MS),
  })
  .refine((env) => env.FILES_DIR || env.S3_BUCKET, { path: ['FILES_DIR'], error: 'or S3_BUCKET must be set' })
  .refine(hasKeyOfCertificate, keyOfCertificate)
  .refine((env) => env.SMTP_URL || env.MAILBOX_DIR, {
    path: ['SMTP_URL'],
    error: 'or MAILBOX_DIR must be set',
  })
  .refine((env) => !env.PUSH_PRIVATE_KEY || env.PUSH_PUBLIC_KEY === pushPublicKey(env.PUSH_PRIVATE_KEY), {
    path: ['PUSH_PUBLIC_KEY'],
    error: 'must be the public key of PUSH_PRIVATE_KEY',
  })
  .refine((env) => !env.PUSH_PRIVATE_KEY || env.PUSH_SUBJECT, {
    path: ['PUSH_SUBJECT'],
    error: 'must be set together with PUSH_PRIVATE_KEY',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.APP_URL.startsWith('https://'), {
    path: ['APP_URL'],
    error: 'must be an https:// address in production',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.PASSWORD_HASH_LOG2_N >= PASSWORD_HASH_LOG2_N_MIN, {
    path: ['PASSWORD_HASH_LOG2_N'],
    error: `must be ${PASSWORD_HASH_LOG2_N_MIN} or more in production`,
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.PORTAL_EFFECT_MS === undefined, {
    path: ['PORTAL_EFFECT_MS'],
    error: 'is not possible in production',
  })
  .refine((env) => env.NODE_ENV !== 'production' || !env.WEBHOOKS_TO_PRIVATE, {
    path: ['WEBHOOKS_TO_PRIVATE'],
    error: 'is not possible in production',
  })
  .refine((env) => env.NODE_ENV !== 'production' || !env.MAIL_PROVIDERS_URL, {
    path: ['MAIL_PROVIDERS_URL'],
    error: 'is not possible in production',
  })
  .refine((env) => env.NODE_ENV !== 'production' || !env.MAILBOXES_TO_PRIVATE, {
    path: ['MAILBOXES_TO_PRIVATE'],
    error: 'is not possible in production',
  })
  .refine(
    (env) =>
      !env.PRACTICE_PORTALS_URL ||
      !isRealPortal(env.PRACTICE_PORTALS_URL, env, hasDevelopmentHelpers(env) || env.NODE_ENV === 'test'),
    {
      path: ['PRACTICE_PORTALS_URL'],
      error: 'must not be the address of a real portal',
    },
  )
  .superRefine((env, context) => {
    for (const key of withInterface) {
      const problem = problemOfInterface(key, env);
      if (problem) context.addIssue({ code: 'custom', ...problem });
    }
  })
  .superRefine((env, context) => {
    if (env.NODE_ENV !== 'production') return;
    for (const { key } of portals) {
      const problem = problemOfHosts(key, env);
      if (problem !== null)
        context.addIssue({ code: 'custom', path: [hostsVariable(key)], message: problem });
    }
  })
  .refine((env) => !env.ADMINS_WITHOUT_FACTOR || hasDevelopmentHelpers(env), {
    path: ['ADMINS_WITHOUT_FACTOR'],
    error: 'is possible on the one-machine stack only',
  });

type Kind = { CHALAN_EMBEDDED: boolean; NODE_ENV: string };

/** Returns whether demo accounts and development helpers exist: on the one-machine stack only, never in production. */
export function hasDevelopmentHelpers({ CHALAN_EMBEDDED, NODE_ENV }: Kind): boolean {
  return CHALAN_EMBEDDED && NODE_ENV !== 'production';
}

/** Variables of the API only. */
const apiSchema = z.object({
  /** Signs sessions and links. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
});

/** The environment of every process; variables of the other part (env-parts.ts) have their defaults. */
export type Env = z.infer<typeof envSchema>;
export type ApiEnv = Env & z.infer<typeof apiSchema>;
type Source = Record<string, string | undefined>;
type Problems = { problems: string[] };
/** A variable's own words come first. */
const inWords = { error: problemInWords };

/**
 * Parses the worker's environment. Empty values count as not set, so that a compose file may name a variable without
 * setting it.
 */
export function parseWorkerEnv(source: Source): { env: Env } | Problems {
  const parsed = envSchema.safeParse(given(source), inWords);
  return parsed.success ? { env: parsed.data } : { problems: problemsOf(parsed.error) };
}

/** Reads how Temporal is reached, for commands that need nothing else. Throws if a value is invalid. */
export function readTemporalEnv(source: Source): z.infer<typeof temporalSchema> {
  const parsed = temporalSchema.safeParse(given(source), inWords);
  if (parsed.success) return parsed.data;
  throw new Error(`The configuration is not valid: ${problemsOf(parsed.error).join('; ')}`);
}

/** Parses the API's environment; returns the list of problems if a value is invalid. */
export function parseEnv(source: Source): { env: ApiEnv } | Problems {
  const shared = parseWorkerEnv(source);
  const own = apiSchema.safeParse(given(source), inWords);
  if ('env' in shared && own.success) return { env: { ...shared.env, ...own.data } };
  const problems = 'problems' in shared ? shared.problems : [];
  return { problems: own.success ? problems : [...problems, ...problemsOf(own.error)] };
}

const given = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
const problemsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${String(path[0])}: ${message}`);

/** `foreign` lists secrets that were set although this process does not need them, for its log. */
type Read<Parsed> = { env: Parsed; foreign: string[] };

/** Ends the process with the list of problems if a value is invalid. */
export const readEnv = (): Read<ApiEnv> => read('api', parseEnv);
/** Ends the process with the list of problems if a value is invalid. */
export const readWorkerEnv = (): Read<Env> => read('worker', parseWorkerEnv);

/** Parses the environment and removes all secrets from `process.env`. */
function read<Parsed>(part: Part, parse: (source: Source) => { env: Parsed } | Problems): Read<Parsed> {
  const result = parse(environmentFor(part, process.env));
  if ('env' in result) return { env: result.env, foreign: dropSecrets(part, process.env) };
  process.stderr.write(
    `The configuration is not valid:\n${result.problems.map((problem) => `  ${problem}\n`).join('')}`,
  );
  process.exit(1);
}

/** Logs secrets of the other process, so that the operator removes them from this process's environment. */
export function sayForeign(logger: Logger, foreign: string[]): void {
  if (foreign.length === 0) return;
  const variables = foreign.join(', ');
  logger.warn({ variables }, 'secrets that this process does not need were taken out of its environment');
}
