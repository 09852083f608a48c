/**
 * The registry of calls: the routes, the web client, the API's description and the scopes of tokens are derived from
 * it.
 */
import type { z } from 'zod';
import { accountCalls } from './accounts.ts';
import { bankCalls } from './banks.ts';
import type { Call, CallTable } from './call.ts';
import { creditCalls } from './credits.ts';
import { integrationCalls } from './integrations.ts';
import { adminJobCalls } from './jobs/admin-jobs.ts';
import { jobCalls } from './jobs/jobs.ts';
import { livePageCalls } from './jobs/live-pages.ts';
import { pdfTableCalls } from './jobs/pdf-tables.ts';
import { rexCalls } from './jobs/rex.ts';
import { savedViewCalls } from './jobs/saved-views.ts';
import { messagingCalls } from './messaging.ts';
import { overviewCalls } from './overview.ts';
import { paymentCalls } from './payments.ts';
import { portalCalls } from './portals.ts';
import { siteCalls } from './site.ts';

const calls = {
  ...jobCalls,
  ...livePageCalls,
  ...rexCalls,
  ...pdfTableCalls,
  ...savedViewCalls,
  ...adminJobCalls,
  ...overviewCalls,
  ...creditCalls,
  ...paymentCalls,
  ...portalCalls,
  ...bankCalls,
  ...integrationCalls,
  ...messagingCalls,
  ...accountCalls,
  ...siteCalls,
} satisfies CallTable;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The registry's entries, without the types of the individual calls. */
export const callEntries = Object.entries(calls) as [CallName, Call][];
/** The calls that are described to customers and their systems. */
export const describedCalls = callEntries.filter(([, { access }]) => access !== 'admin');
/** `name` is the method and path, such as "GET /api/jobs/:jobId". */
export const findCall = (name: string): Call | undefined => (calls as CallTable)[name];

type ParamsIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamsIn<Tail>
    : Rest
  : never;
type SchemaOf<Name extends CallName, Part extends keyof Call> = Calls[Name] extends {
  [Each in Part]: infer Schema extends z.ZodType;
}
  ? Schema
  : never;
type Output<Schema, Otherwise> = [Schema] extends [never]
  ? Otherwise
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;
type Input<Schema, Otherwise> = [Schema] extends [never]
  ? Otherwise
  : Schema extends z.ZodType
    ? z.input<Schema>
    : never;

/** Path parameters as they are written in the path. */
export type PathParams<Name extends CallName> = Record<ParamsIn<Name>, string>;
/** What the caller sends. A field that is parsed from any text, such as a number, has the type of the result. */
export type QueryInput<Name extends CallName> =
  Query<Name> extends undefined ? undefined : Given<Input<SchemaOf<Name, 'query'>, object>, Query<Name>>;
type Given<Sent, Read> = {
  [Field in keyof Sent & keyof Read]?: unknown extends Sent[Field] ? Read[Field] : Sent[Field];
};
export type BodyInput<Name extends CallName> = Input<SchemaOf<Name, 'body'>, undefined>;
/** What the server gets after parsing. */
export type Params<Name extends CallName> = Output<SchemaOf<Name, 'params'>, PathParams<Name>>;
export type Query<Name extends CallName> = Output<SchemaOf<Name, 'query'>, undefined>;
export type Body<Name extends CallName> = Output<SchemaOf<Name, 'body'>, undefined>;
type FormOf<Name extends CallName> = Calls[Name] extends {
  form: infer Form extends NonNullable<Call['form']>;
}
  ? Form
  : never;
export type HasForm<Name extends CallName> = [FormOf<Name>] extends [never] ? false : true;
export type Fields<Name extends CallName> = Output<FormOf<Name>['fields'], undefined>;
export type FileNames<Name extends CallName> = keyof FormOf<Name>['files'] & string;
/** The response's fields besides `success`. */
export type Answer<Name extends CallName> = Output<SchemaOf<Name, 'answer'>, object>;
