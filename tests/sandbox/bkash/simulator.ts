/**
 * bKash's Tokenized Checkout simulated by one app: the merchant's API, the payer's page, notices and a control API.
 * Use: `const simulator = createBkashSimulator()`; serve `simulator.app` on a port, or mount it under a path.
 */
import { Hono } from 'hono';
import { answerCall, armLate, baseOf, type Simulation } from './calls.ts';
import { createControl, type Control } from './control.ts';
import { controlRoutes } from './control-routes.ts';
import { createIpn } from './ipn.ts';
import { payerPage } from './payer-page.ts';
import { foreignCertificate, signingCertificate } from './sns.ts';
import { openMemory, type JsonObject, type Operation } from './state.ts';

export type BkashSimulator = {
  app: Hono;
  control: Control;
  /** Drops pending deliveries and late commits, and stores the rest. */
  stop: () => void;
};

export function createBkashSimulator(
  options: {
    /** Directory of the snapshot; without one a restart begins with an empty state. */
    directory?: string | undefined;
    /** Address for payment notices, until a test sets another one. */
    ipnTarget?: string | undefined;
    /** Base URL for notices that are created before any request has arrived; otherwise that of the latest request. */
    publicUrl?: string | undefined;
  } = {},
): BkashSimulator {
  const memory = openMemory(options.directory, options.ipnTarget ?? null);
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
  };
  const simulation: Simulation = { memory, later, ipn: createIpn(memory, later) };
  for (const late of memory.state.late) armLate(simulation, late);
  simulation.ipn.resume();

  let lastBase = options.publicUrl;
  const control = createControl(simulation, () => {
    if (lastBase === undefined) throw new Error('No request came yet: set publicUrl.');
    return lastBase;
  });
  const app = new Hono();
  app.use('*', async (c, next) => {
    lastBase = options.publicUrl ?? baseOf(c.req.url);
    await next();
  });
  app.route('/v1.2.0-beta/tokenized/checkout', familyA(simulation));
  app.route('/v2/tokenized-checkout', familyB(simulation));
  app.route('/pay', payerPage(memory));
  app.route('/sns', snsRoutes(simulation));
  app.route('/__control', controlRoutes(control));
  app.all('*', (c) => c.json({ message: 'Missing Authentication Token' }, 403));
  return {
    app,
    control,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      memory.saveNow();
    },
  };
}

function familyA(simulation: Simulation): Hono {
  const app = new Hono();
  const paths: Record<string, Operation> = {
    '/token/grant': 'grant',
    '/token/refresh': 'refresh',
    '/create': 'create',
    '/execute': 'execute',
    '/payment/status': 'query',
    '/general/searchTransaction': 'search',
  };
  for (const [path, operation] of Object.entries(paths))
    app.post(path, (c) => answerCall(c, simulation, 'A', () => operation));
  app.post('/payment/refund', (c) => answerCall(c, simulation, 'A', refundOrStatus));
  return app;
}

/** Both operations share one address: a status request names neither amount nor reason. */
function refundOrStatus(body: JsonObject): Operation {
  return 'amount' in body || 'sku' in body || 'reason' in body ? 'refund' : 'refundStatus';
}

/** The parts that a merchant of family A needs: refunds, and a token to request them. */
function familyB(simulation: Simulation): Hono {
  const app = new Hono();
  const paths: Record<string, Operation> = {
    '/auth/grant-token': 'grant',
    '/auth/refresh-token': 'refresh',
    '/refund/payment/transaction': 'refund',
    '/refund/payment/status': 'refundStatus',
  };
  for (const [path, operation] of Object.entries(paths))
    app.post(path, (c) => answerCall(c, simulation, 'B', () => operation));
  return app;
}

function snsRoutes({ ipn, memory }: Simulation): Hono {
  const app = new Hono();
  const pem = { 'content-type': 'application/x-pem-file' };
  app.get('/cert.pem', (c) => c.body(signingCertificate, 200, pem));
  app.get('/foreign.pem', (c) => c.body(foreignCertificate, 200, pem));
  app.get('/subscribe', (c) => {
    if (!ipn.confirm(c.req.query('Token'))) return c.text('InvalidParameter: Token', 400);
    memory.saveNow();
    return c.body('<ConfirmSubscriptionResponse/>', 200, { 'content-type': 'text/xml' });
  });
  return app;
}
