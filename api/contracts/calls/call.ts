/**
 * What the registry of calls says of one call: who may make it, what it takes, what it answers. `:userId` in a path is
 * always the caller's own id; somebody else's answers as one that does not exist.
 */
import { z } from 'zod';
import type { ApiScope } from '#contracts/integrations/api-tokens.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { CallerLimit } from '#contracts/limits.ts';

export const callGroups = {
  Jobs: 'Check a file, start a job, follow it row by row, fetch its results.',
  'REX/SOO': 'Submissions to the export tracker: a ZIP of documents and a CSV.',
  Credits: 'The balance, where credits came from and where they went.',
  Payments: 'bKash payments and their receipts.',
  'Portal access': 'Logins of the portals that jobs work on.',
  Schedules: 'Tracking services that run every day by themselves.',
  'API access': 'Tokens and webhooks.',
  Notifications: 'What Chalan told the customer.',
  Account: 'The customer, sign-in and sessions.',
  Site: 'Settings, prices and public pages.',
  Administration: 'What administrators do; no part of what customers are told.',
} as const;
export type CallGroup = keyof typeof callGroups;

export type Call = {
  group: CallGroup;
  summary: string;
  /** Who may call it: everybody, who is signed in, who is signed in with a verified address, or administrators. */
  access: 'public' | 'signed in' | 'verified' | 'admin';
  /** An administrator may make the call about everybody. */
  administered?: true;
  /** `userId` of the input is somebody else; in all other calls it is compared with the caller. */
  namesUser?: true;
  /** Changes the factors of an account: an administrator has to have proved one. */
  aboutFactors?: true;
  /** The service that the call is about: an API token may be for others. */
  service?: string;
  /** The scope by which a token opens the call; `any` for every token. Without one it is for sessions only. */
  scope?: ApiScope | 'any';
  /** Of the path; without a schema each parameter is a text. */
  params?: z.ZodType;
  query?: z.ZodType;
  /** A JSON body. */
  body?: z.ZodType;
  /** A multipart body: fields, what each file is, and how large all of it may be where that differs. */
  form?: { fields: z.ZodType; files: Record<string, string>; bytesMax?: number };
  /** A second request with the same Idempotency-Key acts once. */
  idempotent?: true;
  /** What stands beside `success` in the answer. */
  answer?: z.ZodType;
  /** The answer is a file of this type. */
  file?: string;
  /** Each holds a connection until it is over, so that one caller makes only a few at a time. */
  isDownload?: true;
  /**
   * How often one caller may make the call. What is counted for something else than the caller, such as the address that
   * mails go to, is counted in the handler.
   */
  limit?: CallerLimit;
  /** Errors beside those that every such call has. */
  errors?: readonly ErrorCode[];
};

/** By method and path, such as "GET /api/jobs/:jobId". */
export type CallTable = Record<string, Call>;

/** The calls of one group, which differ in the rest. */
export const group =
  <const Name extends CallGroup>(name: Name) =>
  <const Rest extends Omit<Call, 'group' | 'summary'>>(summary: string, rest: Rest) => ({
    group: name,
    summary,
    ...rest,
  });

/** Of calls that ask for the password, and for the code where two-step sign-in is on. */
export const ownerErrors = [
  'WRONG_PASSWORD',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'TOO_MANY_REQUESTS',
] as const satisfies readonly ErrorCode[];

export const message = z.object({ message: z.string() });

/** A schema of what the compiler knows more exactly than a description needs to say. */
export const knownAs = <Known>(schema: z.ZodType): z.ZodType<Known> => schema as z.ZodType<Known>;
