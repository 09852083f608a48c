/**
 * A bKash that answers by script, for answers that no simulator gives on purpose. Use in a test: `const bkash = await
 * startScriptedBkash(); bkash.next('execute', drop)`; it is closed when the test ends.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const paths = {
  grant: '/v1.2.0-beta/tokenized/checkout/token/grant',
  create: '/v1.2.0-beta/tokenized/checkout/create',
  execute: '/v1.2.0-beta/tokenized/checkout/execute',
  query: '/v1.2.0-beta/tokenized/checkout/payment/status',
  search: '/v1.2.0-beta/tokenized/checkout/general/searchTransaction',
  refund: '/v2/tokenized-checkout/refund/payment/transaction',
  refundStatus: '/v2/tokenized-checkout/refund/payment/status',
} as const;
type ScriptedOperation = keyof typeof paths;

export type Respond = (response: ServerResponse) => void | Promise<void>;

export const json =
  (status: number, body: unknown): Respond =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
export const raw =
  (status: number, body: string): Respond =>
  (response) =>
    void response.writeHead(status).end(body);
export const drop: Respond = (response) => void response.destroy();
/** Sends no answer until the client gives up. */
export const silence: Respond = () => undefined;

const payment = {
  paymentID: 'TR0011abcdefg1762072142166',
  trxID: 'CK250NROQ5',
  transactionStatus: 'Completed',
  amount: '10',
  currency: 'BDT',
  merchantInvoiceNumber: 'INV-1',
  customerMsisdn: '01619777283',
  statusCode: '0000',
};
const refund = { refundTrxId: 'CK9', refundTransactionStatus: 'Completed', refundAmount: '10.00' };
const successes: Record<Exclude<ScriptedOperation, 'grant'>, unknown> = {
  create: {
    ...payment,
    bkashURL: 'https://page.test/?paymentId=TR0011&hash=page-hash-7351&mode=0011',
    successCallbackURL: 'https://shop.test/?status=success&signature=sig-904418',
  },
  execute: payment,
  query: payment,
  search: payment,
  refund,
  refundStatus: { originalTrxId: 'CK250NROQ5', originalTrxAmount: '10', refundTransactions: [refund] },
};

export type ScriptedBkash = {
  url: string;
  calls: { operation: ScriptedOperation; headers: IncomingHttpHeaders; body: string }[];
  count: (operation: ScriptedOperation) => number;
  /** Sets the answers of an operation's next calls; after them it succeeds again. */
  next: (operation: ScriptedOperation, ...answers: Respond[]) => void;
  /** Tokens with which a call is accepted; any other gets a 401. */
  tokens: Set<string>;
};

export async function startScriptedBkash(): Promise<ScriptedBkash> {
  const calls: ScriptedBkash['calls'] = [];
  const tokens = new Set<string>();
  const script = new Map<ScriptedOperation, Respond[]>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = operationOf(request.url);
    if (!operation) return json(403, { message: 'Missing Authentication Token' })(response);
    calls.push({ operation, headers: request.headers, body });
    const scripted = script.get(operation)?.shift();
    if (scripted) return scripted(response);
    if (operation === 'grant') return grant(tokens)(response);
    if (!tokens.has(request.headers.authorization ?? ''))
      return json(401, { message: 'Unauthorized' })(response);
    return json(200, successes[operation])(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server on a TCP port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    count: (operation) => calls.filter((call) => call.operation === operation).length,
    next: (operation, ...answers) => void script.set(operation, answers),
    tokens,
  };
}

export const grant =
  (tokens: Set<string>): Respond =>
  (response) => {
    const token = `token-${randomUUID()}`;
    tokens.add(token);
    return json(200, {
      statusCode: '0000',
      id_token: token,
      refresh_token: `refresh-${randomUUID()}`,
      expires_in: 3600,
    })(response);
  };

const isScripted = (name: string): name is ScriptedOperation => name in paths;

function operationOf(url: string | undefined): ScriptedOperation | undefined {
  return Object.keys(paths)
    .filter(isScripted)
    .find((name) => paths[name] === url);
}
