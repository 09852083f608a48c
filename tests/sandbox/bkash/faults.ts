/** Faults in bKash's answers, queued per operation, which a client must handle. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { z } from 'zod';
import { cutConnection, spendFault } from '#tests/sandbox/framework/faults.ts';
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { internalCodeOf, messageOf } from './codes.ts';
import { operations, type Family, type JsonObject, type Operation } from './state.ts';

const FAULT_MS = 1_000;
const FAULT_MS_MAX = DAY_MS;
/** A client that never times out is disconnected after this time. */
const SILENCE_MAX_MS = 120_000;

const common = {
  operation: z.enum([...operations, '*']),
  /** How many calls are affected; -1 means all until the faults are cleared. */
  times: z.number().int().min(-1).default(1),
  /** How many calls pass untouched first. */
  skip: z.number().int().min(0).default(0),
};
const delayMs = z.number().int().min(0).max(FAULT_MS_MAX).default(FAULT_MS);
/** The operation is still carried out, and only its answer is changed. */
const commit = z.boolean().default(false);

export const faultBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ...common, ms: delayMs }),
  z.strictObject({ kind: z.literal('dropBefore'), ...common }),
  z.strictObject({ kind: z.literal('dropAfterCommit'), ...common }),
  /** No answer until the client gives up; the commit follows `ms` after the call on the simulator's clock. */
  z.strictObject({ kind: z.literal('commitLate'), ...common, ms: delayMs }),
  /** Committed at once, answered `ms` later in real time. */
  z.strictObject({ kind: z.literal('answerLate'), ...common, ms: delayMs }),
  /**
   * A refund that is made but whose answer is lost; the list of refunds shows it after `ms` on the simulator's clock.
   */
  z.strictObject({ kind: z.literal('listedLate'), ...common, operation: z.literal('refund'), ms: delayMs }),
  z.strictObject({
    kind: z.literal('http'),
    ...common,
    commit,
    status: z.number().int().min(200).max(599).default(503),
    body: z.union([z.string(), z.record(z.string(), z.json())]).default({ message: 'Service Unavailable' }),
  }),
  z.strictObject({ kind: z.literal('malformed'), ...common, commit }),
  z.strictObject({ kind: z.literal('statusCode'), ...common, commit, code: z.string().min(1) }),
  z.strictObject({
    kind: z.literal('html'),
    ...common,
    commit,
    status: z.number().int().min(200).max(599).default(502),
  }),
]);
export type Fault = z.output<typeof faultBody>;
export type FaultSwitch = z.input<typeof faultBody>;
/** Faults whose answer replaces the true one. */
type SpoiltAnswer = Extract<Fault, { commit: boolean }>;

/** Takes the fault for this call from the queue, counting it once. */
export function takeFault(faults: Fault[], operation: Operation): Fault | undefined {
  const fault = faults.find((fault) => fault.operation === '*' || fault.operation === operation);
  return fault && spendFault(faults, fault);
}

export function spoiltAnswer(fault: SpoiltAnswer, family: Family): Response {
  switch (fault.kind) {
    case 'http':
      return typeof fault.body === 'string'
        ? new Response(fault.body, { status: fault.status })
        : Response.json(fault.body, { status: fault.status });
    case 'malformed':
      return new Response('{"statusCode":"0000","statusMessage":"Succ', {
        headers: { 'content-type': 'application/json' },
      });
    case 'html':
      return new Response('<html><head><title>Bad Gateway</title></head><body>SANDBOX proxy</body></html>', {
        status: fault.status,
        headers: { 'content-type': 'text/html' },
      });
    case 'statusCode':
      return family === 'A'
        ? Response.json(statusEnvelope(fault.code, messageOf(fault.code)))
        : Response.json(namedEnvelope(fault.code, messageOf(fault.code)), { status: 400 });
  }
}

export const statusEnvelope = (code: string, message: string): JsonObject => ({
  statusCode: code,
  statusMessage: message,
});

/** A refusal in the form of family B. */
export const namedEnvelope = (code: string, message: string): JsonObject => ({
  internalCode: internalCodeOf(code),
  externalCode: code,
  errorMessageEn: message,
  errorMessageBn: null,
});

/** A call made in-process has no connection to cut: it gets an empty 502. */
export function drop(c: Context): Response {
  const { incoming }: Partial<HttpBindings> = c.env ?? {};
  return incoming ? cutConnection(c) : new Response(null, { status: 502 });
}

/** Resolves when the client has disconnected, or was silent for too long. */
export async function untilGone(c: Context): Promise<void> {
  const { signal } = c.req.raw;
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, SILENCE_MAX_MS).unref();
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
