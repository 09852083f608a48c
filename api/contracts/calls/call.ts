/**
 * Describes one call of the registry: who may make it, its input and its response. `:userId` in a path is always the
 * caller's own id; another user's id returns the same error as one that does not exist.
 */
import { z } from 'zod';
import type { ApiScope } from '#contracts/integrations/api-tokens.ts';
import { textShape } from '#contracts/messages/shapes.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { CallerLimit } from '#contracts/rate-limits.ts';

export const callGroups = {
  Jobs: 'Check a file, start a job, follow it row by row, fetch its results.',
  'REX/SOO': 'Submissions to the export tracker: a ZIP of documents and a CSV.',
  Credits: 'The balance, where credits came from and where they went.',
  Payments: 'bKash payments and their receipts.',
  'Portal access': 'Logins of the portals that jobs work on.',
  Schedules: 'Tracking services that run every day by themselves.',
  'API access': 'Tokens and webhooks.',
  Notifications: "The customer's notifications.",
  Account: 'The customer, sign-in and sessions.',
  Site: 'Settings, prices and public pages.',
  Administration: 'What administrators do; not part of the public description.',
} as const;
export type CallGroup = keyof typeof callGroups;

export type Call = {
  group: CallGroup;
  summary: string;
  /** Further sentences of the description. */
  details?: string;
  /** Who may make the call: everybody, signed-in users, signed-in users with a verified address, or administrators. */
  access: 'public' | 'signed in' | 'verified' | 'admin';
  /** Administrators may make the call about any user. */
  administered?: true;
  /** `userId` in the input is another user; in all other calls it must be the caller. */
  namesUser?: true;
  /** The call changes an account's second factors, so an administrator must have proved one. */
  aboutFactors?: true;
  /** The service that the call is about; an API token may be restricted to others. */
  service?: string;
  /**
   * The scope that a token needs for the call; `any` allows every token. Without it, only sessions can make the call.
   */
  scope?: ApiScope | 'any';
  /** Path parameters; without a schema each parameter is a string. */
  params?: z.ZodType;
  query?: z.ZodType;
  /** A JSON body. */
  body?: z.ZodType;
  /**
   * A multipart body: its fields, a description of each file, and the maximum total size if it differs from the
   * default.
   */
  form?: { fields: z.ZodType; files: Record<string, string>; bytesMax?: number };
  /** A second request with the same Idempotency-Key has no further effect. */
  idempotent?: true;
  /** The response's fields besides `success`. */
  answer?: z.ZodType;
  /** The response is a file of this type. */
  file?: string;
  /** Each download holds a connection until it ends, so the number per caller is limited. */
  isDownload?: true;
  /**
   * How often one caller, a customer or a network, may make the call. It is counted before the handler. Handlers and the
   * domain count what depends on more than the caller: on what the call names or sends (an address that mails go to, a
   * job, a payment, a post, a PDF's password); on its outcome (wrong passwords, codes and sign-ins, whose counts are
   * taken back); or on a check before it (the mail of a registration, which a guessable password does not cause). The
   * contact form counts by itself, because its answer says how many messages are left.
   */
  limit?: CallerLimit;
  /** Errors in addition to those of every such call. */
  errors?: readonly ErrorCode[];
};

/** Calls by method and path, such as "GET /api/jobs/:jobId". */
export type CallTable = Record<string, Call>;

/** Builds the calls of one group. */
export const group =
  <const Name extends CallGroup>(name: Name) =>
  <const Rest extends Omit<Call, 'group' | 'summary'>>(summary: string, rest: Rest) => ({
    group: name,
    summary,
    ...rest,
  });

/** Errors of calls that require the password, and the code if two-step sign-in is on. */
export const ownerErrors = [
  'WRONG_PASSWORD',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'TOO_MANY_REQUESTS',
] as const satisfies readonly ErrorCode[];

export const message = z.object({ message: z.string() });

/** A confirmation: its English text, and the message as data. */
export const confirmation = z.object(textShape('message'));

/** Types a schema more precisely than its description needs to be. What is known has to fit the description. */
export const knownAs = <Known extends z.input<Schema>, Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<Known> => schema as unknown as z.ZodType<Known>;
