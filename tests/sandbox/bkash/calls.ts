/** One call of the merchant: checked by the gateway, changed by faults, committed, answered and recorded. */
import type { Context } from 'hono';
import { authorise, grantToken, refreshToken } from './tokens.ts';
import * as checkout from './checkout.ts';
import { GatewayRefusal, invalidBody, Refusal } from './codes.ts';
import {
  drop,
  namedEnvelope,
  spoiltAnswer,
  statusEnvelope,
  takeFault,
  untilGone,
  type Fault,
} from './faults.ts';
import type { Ipn } from './ipn.ts';
import { beginExecute, findPayment } from './payments.ts';
import { refundB, refundStatusB } from './refunds.ts';
import type { CallNote, Family, JsonObject, LateCommit, Memory, Operation, Payment } from './state.ts';

const CALLS_MAX = 5_000;
const secretFields = new Set(['app_key', 'app_secret', 'id_token', 'refresh_token', 'password', 'username']);
const reading: ReadonlySet<Operation> = new Set(['query', 'search', 'refundStatus']);

export type Simulation = {
  memory: Memory;
  ipn: Ipn;
  later: (ms: number, work: () => void) => void;
};

type Call = { family: Family; operation: Operation; body: JsonObject; base: string };
type Answer = { status: 200 | 400 | 401 | 403; body: JsonObject };

export async function answerCall(
  c: Context,
  simulation: Simulation,
  family: Family,
  operationOf: (body: JsonObject) => Operation,
): Promise<Response> {
  const { memory } = simulation;
  const body = await readBody(c);
  if (!body) return c.json({ message: invalidBody().message }, 400);
  const call = { family, operation: operationOf(body), body, base: baseOf(c.req.url) };
  const note = noteCall(memory, call);
  const { headers } = c.req.raw;
  const isTokenCall = call.operation === 'grant' || call.operation === 'refresh';
  const refused = isTokenCall ? undefined : refusalOf(call, memory, () => authorise(memory, headers));
  if (refused) return answered(c, note, refused);
  const fault = takeFault(memory.state.faults, call.operation);
  note.fault = fault?.kind ?? null;
  const commit = (): Answer => {
    const answer = commitCall(simulation, call, headers);
    if (reading.has(call.operation)) memory.changed();
    else memory.saveNow();
    return answer;
  };
  return fault ? spoil(c, simulation, { call, note, fault, commit }) : answered(c, note, commit());
}

async function spoil(
  c: Context,
  simulation: Simulation,
  spoilt: { call: Call; note: CallNote; fault: Fault; commit: () => Answer },
): Promise<Response> {
  const { memory } = simulation;
  const { call, note, fault, commit } = spoilt;
  switch (fault.kind) {
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return answered(c, note, commit());
    case 'dropBefore':
      return drop(c);
    case 'dropAfterCommit':
      commit();
      return drop(c);
    case 'commitLate':
      beginLate(simulation, { ...call, dueMs: memory.nowMs() + fault.ms });
      await untilGone(c);
      return drop(c);
    case 'answerLate': {
      const answer = commit();
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return answered(c, note, answer);
    }
    case 'listedLate': {
      const known = memory.state.refunds.length;
      commit();
      for (const refund of memory.state.refunds.slice(known)) refund.listedMs = memory.nowMs() + fault.ms;
      memory.saveNow();
      return drop(c);
    }
    case 'http':
    case 'malformed':
    case 'statusCode':
    case 'html': {
      if (fault.commit) commit();
      const answer = spoiltAnswer(fault, call.family);
      note.status = answer.status;
      return answer;
    }
  }
}

/** Runs the operation and keeps its effect; a refusal by bKash is an answer too. */
function commitCall(simulation: Simulation, call: Call, headers: Headers, isLate = false): Answer {
  const { memory } = simulation;
  const run = (): JsonObject => {
    switch (call.operation) {
      case 'grant':
        return grantToken(memory, { headers, body: call.body });
      case 'refresh':
        return refreshToken(memory, { headers, body: call.body });
      case 'create':
        return checkout.create(memory, call.body, call.base);
      case 'execute':
        return executeAndTell(simulation, call, isLate);
      case 'query':
        return checkout.query(memory, call.body);
      case 'search':
        if (!memory.state.switches.search) throw new GatewayRefusal(403, 'Forbidden');
        return checkout.search(memory, call.body);
      case 'refund':
        return (call.family === 'A' ? checkout.refund : refundB)(memory, call.body);
      case 'refundStatus':
        return (call.family === 'A' ? checkout.refundStatus : refundStatusB)(memory, call.body);
    }
  };
  let body: JsonObject = {};
  const refused = refusalOf(call, memory, () => {
    body = run();
  });
  return refused ?? { status: 200, body };
}

function executeAndTell({ memory, ipn }: Simulation, call: Call, isLate: boolean): JsonObject {
  const answer = checkout.execute(memory, call.body, isLate);
  ipn.completed(findPayment(memory, call.body['paymentID']), call.base);
  return answer;
}

/** An execute that does not come from the merchant's own call, for example from another process of the merchant. */
export function executeDirectly(simulation: Simulation, paymentID: string, base: string): JsonObject {
  const call: Call = { family: 'A', operation: 'execute', body: { paymentID }, base };
  const { body } = commitCall(simulation, call, new Headers());
  simulation.memory.saveNow();
  return body;
}

/** A refund that does not come from the merchant's own call. */
export function refundDirectly(
  simulation: Simulation,
  { paymentID, trxID }: Payment,
  amount: string,
  base: string,
): JsonObject {
  const sent = { paymentId: paymentID, trxId: trxID, refundAmount: amount, sku: 'portal', reason: 'By hand' };
  const { body } = commitCall(
    simulation,
    { family: 'B', operation: 'refund', body: sent, base },
    new Headers(),
  );
  simulation.memory.saveNow();
  return body;
}

function beginLate(simulation: Simulation, late: LateCommit): void {
  const { memory } = simulation;
  memory.state.late.push(late);
  if (late.operation === 'execute') {
    const payment = memory.state.payments[String(late.body['paymentID'])];
    if (payment) beginExecute(memory, payment);
  }
  memory.saveNow();
  armLate(simulation, late);
}

/** Schedules a late commit, also after a restart. Moving the clock forward makes it due sooner. */
export function armLate(simulation: Simulation, late: LateCommit): void {
  simulation.later(Math.max(0, late.dueMs - simulation.memory.nowMs()), () => {
    commitDue(simulation);
    // Checked again: the clock may have been moved back meanwhile, or a reset may have dropped the commit.
    if (simulation.memory.state.late.includes(late)) armLate(simulation, late);
  });
}

/** Commits everything that is due by now on the simulator's clock. */
export function commitDue(simulation: Simulation): void {
  const { memory } = simulation;
  const { state } = memory;
  const due = state.late.filter(({ dueMs }) => dueMs <= memory.nowMs());
  if (due.length === 0) return;
  state.late = state.late.filter((late) => !due.includes(late));
  for (const late of due) commitCall(simulation, late, new Headers(), true);
  memory.saveNow();
}

function refusalOf(call: Call, memory: Memory, work: () => void): Answer | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayRefusal) return { status: error.status, body: { message: error.message } };
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    if (call.family === 'B' && call.operation !== 'grant' && call.operation !== 'refresh')
      return { status: 400, body: namedEnvelope(code, message) };
    const isDocumented = call.operation === 'create' || call.operation === 'execute';
    return isDocumented && memory.state.switches.refusals === 'errorCode'
      ? { status: 200, body: { errorCode: code, errorMessage: message } }
      : { status: 200, body: statusEnvelope(code, message) };
  }
}

function answered(c: Context, note: CallNote, { status, body }: Answer): Response {
  note.status = status;
  note.answer = withoutSecrets(body);
  return c.json(body, status);
}

function noteCall(memory: Memory, { family, operation, body }: Call): CallNote {
  const named = body['paymentID'] ?? body['paymentId'];
  const note: CallNote = {
    at: memory.nowIso(),
    family,
    operation,
    paymentID: typeof named === 'string' ? named : null,
    body: withoutSecrets(body),
    status: null,
    answer: null,
    fault: null,
  };
  memory.state.calls.push(note);
  if (memory.state.calls.length > CALLS_MAX) memory.state.calls.shift();
  return note;
}

const withoutSecrets = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !secretFields.has(name)));

async function readBody(c: Context): Promise<JsonObject | null> {
  const body: unknown = await c.req.json().catch(() => null);
  return isObject(body) ? body : null;
}

/** A value from JSON.parse is JSON at every depth, so only the top level is checked. */
const isObject = (body: unknown): body is JsonObject =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** The simulator's base URL on the host that the request was sent to. */
export function baseOf(address: string): string {
  const url = new URL(address);
  const [prefix = ''] = url.pathname.split(/\/(?:v1\.2\.0-beta|v2|pay|sns|__control)(?:\/|$)/);
  return `${url.origin}${prefix}`;
}
