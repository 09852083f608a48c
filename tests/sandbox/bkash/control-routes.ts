/** The control API: the methods of control.ts as JSON over HTTP, for tests and demos outside the process. */
import { Hono } from 'hono';
import { z } from 'zod';
import { clockBody } from '#tests/sandbox/framework/control.ts';
import type { Control } from './control.ts';
import { faultBody } from './faults.ts';
import { forgeries } from './ipn.ts';
import { operations, tamperedOperations } from './state.ts';
import { switchesBody } from './switches.ts';

const msisdn = z.string().regex(/^01\d{9}$/);
const poisha = z.number().int().min(0);
const walletBody = z.strictObject({ poisha: poisha.optional(), blocked: z.boolean().optional() });
const approveBody = z.strictObject({ wallet: msisdn });
const tamperBody = z.strictObject({
  operation: z.enum(tamperedOperations),
  amount: z.string().optional(),
  currency: z.string().optional(),
  invoice: z.string().optional(),
  trxID: z.string().optional(),
  paymentID: z.string().optional(),
  status: z.string().optional(),
  times: z.number().int().min(-1).optional(),
});
const ipnBody = z.strictObject({ target: z.url().nullable().optional(), held: z.boolean().optional() });
const deliverBody = z.strictObject({
  messageId: z.string().optional(),
  trxID: z.string().optional(),
  paymentID: z.string().optional(),
  newestFirst: z.boolean().optional(),
  times: z.number().int().min(1).optional(),
});
const forgeBody = z.strictObject({
  paymentID: z.string(),
  kind: z.enum(forgeries),
  claims: z.record(z.string(), z.json()).default({}),
});
const qrBody = z.strictObject({ wallet: msisdn, poisha: poisha.min(1), invoice: z.string().optional() });
/** Without the defaults, which would reset every switch that is not named. */
const switchChange = z.strictObject(
  Object.fromEntries(
    Object.entries(switchesBody.shape).map(([name, field]) => [name, field.unwrap().optional()]),
  ),
);
const operationName = z.enum(operations).optional();

export function controlRoutes(control: Control): Hono {
  const app = new Hono();
  app.onError((error, c) => c.json({ error: error.message }, 400));
  app.route('/', fixtureRoutes(control));
  app.route('/payments', paymentRoutes(control));
  app.route('/ipn', ipnRoutes(control));
  app.post('/faults', async (c) => {
    control.addFault(faultBody.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.delete('/faults', (c) => {
    control.clearFaults();
    return c.body(null, 204);
  });
  app.post('/tamper', async (c) => {
    control.tamper(tamperBody.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.get('/calls', (c) => c.json({ calls: control.calls(operationName.parse(c.req.query('operation'))) }));
  app.get('/ledger', (c) =>
    c.json({ entries: control.ledger(c.req.query('wallet')), refunds: control.refunds() }),
  );
  app.get('/tokens', (c) => c.json({ calls: control.tokenCalls() }));
  app.post('/tokens/revoke', (c) => {
    control.revokeTokens();
    return c.body(null, 204);
  });
  app.post('/reset', (c) => {
    control.reset();
    return c.body(null, 204);
  });
  return app;
}

/** Routes for the clock, money and switches. */
function fixtureRoutes(control: Control): Hono {
  const app = new Hono();
  app.get('/clock', (c) => c.json({ now: control.now() }));
  app.post('/clock', async (c) => c.json({ now: control.moveClock(clockBody.parse(await c.req.json())) }));
  app.get('/wallets', (c) => c.json({ wallets: control.wallets() }));
  app.post('/wallets/:msisdn', async (c) => {
    const change = walletBody.parse(await c.req.json());
    return c.json(control.setWallet(msisdn.parse(c.req.param('msisdn')), change));
  });
  app.get('/merchant', (c) => c.json({ poisha: control.merchantPoisha() }));
  app.post('/merchant', async (c) => {
    control.setMerchantPoisha(z.strictObject({ poisha }).parse(await c.req.json()).poisha);
    return c.json({ poisha: control.merchantPoisha() });
  });
  app.get('/switches', (c) => c.json(control.switches()));
  app.post('/switches', async (c) => c.json(control.setSwitches(switchChange.parse(await c.req.json()))));
  return app;
}

function paymentRoutes(control: Control): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json({ payments: control.payments() }));
  app.get('/:id', (c) => c.json(control.payment(c.req.param('id'))));
  app.post('/:id/approve', async (c) => {
    const { wallet } = approveBody.parse(await c.req.json());
    return c.json({ redirectUrl: control.approve(c.req.param('id'), wallet) });
  });
  app.post('/:id/cancel', (c) => c.json({ redirectUrl: control.cancel(c.req.param('id')) }));
  app.post('/:id/expire', (c) => {
    control.expire(c.req.param('id'));
    return c.body(null, 204);
  });
  app.post('/:id/refund', async (c) => {
    const { amount } = z.strictObject({ amount: z.string() }).parse(await c.req.json());
    return c.json(control.refund(c.req.param('id'), amount));
  });
  app.post('/:id/execute', (c) => c.json(control.execute(c.req.param('id'))));
  return app;
}

function ipnRoutes(control: Control): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json({ subscribed: control.isSubscribed(), notices: control.notices() }));
  app.post('/', async (c) => {
    control.setIpn(ipnBody.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.post('/subscribe', async (c) => c.json(await control.subscribe()));
  app.post('/deliver', async (c) => {
    const choice = deliverBody.parse(await c.req.json());
    return c.json({ deliveries: await control.deliver(choice) });
  });
  app.post('/forge', async (c) => {
    const { paymentID, kind, claims } = forgeBody.parse(await c.req.json());
    return c.json(await control.forge(paymentID, kind, claims));
  });
  app.post('/qr', async (c) => c.json(control.qrPayment(qrBody.parse(await c.req.json()))));
  return app;
}
