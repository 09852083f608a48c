/** What the API's description says of one call. */
import { z } from 'zod';
import type { ApiScope } from './api-tokens.ts';
import type { ErrorCode } from './errors.ts';

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
} as const;
export type CallGroup = keyof typeof callGroups;

export type CustomerCall = {
  group: CallGroup;
  summary: string;
  /** Who may call it: everybody, who is signed in, or who is signed in with a verified address. */
  access: 'public' | 'signed in' | 'verified';
  /** The scope by which a token opens the call; `any` for every token. Without one it is for sessions only. */
  scope?: ApiScope | 'any';
  query?: z.ZodType;
  /** A JSON body. */
  body?: z.ZodType;
  /** A multipart body: fields, and what each file is. */
  form?: { fields: z.ZodType; files: Record<string, string> };
  /** A second request with the same Idempotency-Key acts once. */
  idempotent?: true;
  /** What stands beside `success` in the answer. */
  answer?: z.ZodType;
  /** The answer is a file of this type. */
  file?: string;
  /** Errors beside those that every such call has. */
  errors?: readonly ErrorCode[];
};

export type CustomerCalls = Record<string, CustomerCall>;

/** The calls of one group, which differ in the rest. */
export const group =
  (name: CallGroup) =>
  (summary: string, rest: Omit<CustomerCall, 'group' | 'summary'>): CustomerCall => ({
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
