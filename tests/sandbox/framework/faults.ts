/** Fault switches: which request goes wrong, how, and how many times. */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { z } from 'zod';

const SLOW_MS = 5_000;
const SLOW_MS_MAX = 600_000;

const faultKinds = [
  'http500',
  'http503-maintenance',
  'slow',
  'drop-connection',
  'blank-page',
  'session-drop',
  'html-instead-of-pdf',
  'empty-file',
  'layout-changed',
  'captcha-on',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const faultBody = z.object({
  portal: z.string().min(1),
  /** A route's name, its part before the dot, or `*` for all. */
  route: z.string().min(1).default('*'),
  kind: z.enum(faultKinds),
  /** So many requests are spoilt; -1 means all until the fault is cleared. */
  times: z.number().int().min(-1).default(1),
  /** So many requests that fit pass untouched first. */
  skip: z.number().int().min(0).default(0),
  /** The record is stored, then the answer is lost. */
  afterCommit: z.boolean().default(false),
  /** Sleeps until the portal has stored its next record. */
  fromCommit: z.boolean().default(false),
  ms: z.number().int().min(0).max(SLOW_MS_MAX).default(SLOW_MS),
});
export type Fault = z.infer<typeof faultBody>;

/** The page shows these itself; all others spoil the answer from outside. */
const shownByThePage: ReadonlySet<FaultKind> = new Set(['layout-changed', 'captcha-on']);
const onFilesOnly: ReadonlySet<FaultKind> = new Set(['html-instead-of-pdf', 'empty-file']);

type Request = { portal: string; route: string; isFile: boolean };

function hits(fault: Fault, request: Request): boolean {
  return (
    fault.portal === request.portal &&
    fault.times !== 0 &&
    !fault.fromCommit &&
    (!onFilesOnly.has(fault.kind) || request.isFile) &&
    (fault.route === '*' || fault.route === request.route || request.route.startsWith(`${fault.route}.`))
  );
}

/** Takes the fault for this request out of the list, once. */
export function takeFault(
  faults: Fault[],
  request: Request,
  wanted: { afterCommit: boolean } | { shown: FaultKind },
): Fault | undefined {
  const fault = faults.find(
    (fault) =>
      hits(fault, request) &&
      ('shown' in wanted
        ? fault.kind === wanted.shown
        : !shownByThePage.has(fault.kind) && fault.afterCommit === wanted.afterCommit),
  );
  return fault && spendFault(faults, fault);
}

/** Counts a request against its fault; undefined while requests are still to pass. */
export function spendFault<F extends { skip: number; times: number }>(faults: F[], fault: F): F | undefined {
  if (fault.skip > 0) {
    fault.skip -= 1;
    return undefined;
  }
  if (fault.times > 0) fault.times -= 1;
  if (fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

export function cutConnection(c: Context): Response {
  (c.env as HttpBindings).incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The spoilt answer; nothing for a fault that lets the true answer through. */
export async function faultyAnswer(c: Context, fault: Fault): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'http500':
      return c.html('<title>500</title><h1>Internal Server Error</h1>', 500);
    case 'http503-maintenance':
      return c.html('<title>Maintenance</title><h1>The system is under maintenance.</h1><p>SANDBOX</p>', 503);
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return undefined;
    case 'drop-connection':
      return cutConnection(c);
    case 'blank-page':
      return c.html('');
    case 'html-instead-of-pdf':
      return c.html('<title>Report</title><p>ORA-20001: the report could not be run.</p>');
    case 'empty-file':
      return c.body('', 200, { 'content-type': 'application/pdf' });
    case 'session-drop':
    case 'layout-changed':
    case 'captcha-on':
      return undefined;
  }
}
