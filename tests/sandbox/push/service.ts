/**
 * A push service (RFC 8030) with its browsers: it checks who sends, decrypts as the browser would, keeps what the browser
 * shows, and answers as a test asks. Its state is in memory.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { decrypted, newBrowserKeys, writtenKeys, type BrowserKeys } from './browser-keys.ts';
import { signatureProblem } from './signature.ts';

export type PushedMessage = {
  topic: string;
  ttlS: number;
  urgency: string;
  message: { title: string; body: string; url: string; tag: string; lang: string };
};
/** The next `times` messages are answered so, `ms` later. */
type PlannedAnswer = { status: number; times: number; retryAfterS?: number; ms?: number };
type Browser = {
  keys: BrowserKeys;
  publicKey: string;
  answers: PlannedAnswer[];
  /** Everything that arrived, also what was refused as planned. */
  arrived: PushedMessage[];
  accepted: PushedMessage[];
  /** Why messages were refused that no browser could have shown. */
  problems: string[];
};

const GONE = { status: 410 } as const;

export function createPushService(): Hono {
  const browsers = new Map<string, Browser>();
  const app = new Hono();

  /** Subscribes a browser with an installation's public key. */
  app.post('/__control/browsers', async (c) => {
    const { publicKey } = await c.req.json<{ publicKey: string }>();
    const id = randomUUID();
    const keys = newBrowserKeys();
    browsers.set(id, { keys, publicKey, answers: [], arrived: [], accepted: [], problems: [] });
    const { origin, pathname } = new URL(c.req.url);
    const base = pathname.slice(0, pathname.indexOf('/__control'));
    return c.json({ id, endpoint: `${origin}${base}/${id}`, keys: writtenKeys(keys) });
  });
  app.post('/__control/browsers/:id/answers', async (c) => {
    browsers.get(c.req.param('id'))?.answers.push(await c.req.json<PlannedAnswer>());
    return c.json({});
  });
  app.get('/__control/browsers/:id', (c) => {
    const browser = browsers.get(c.req.param('id'));
    if (!browser) return c.json({}, 404);
    const { arrived, accepted, problems } = browser;
    // A message replaces an earlier one of its tag on the screen.
    const shown = [...new Map(accepted.map((one) => [one.message.tag, one])).values()];
    return c.json({ arrived, shown, problems });
  });

  app.post('/:id', async (c) => {
    const browser = browsers.get(c.req.param('id'));
    if (!browser) return c.body('push subscription has unsubscribed or expired', GONE);
    const body = Buffer.from(await c.req.arrayBuffer());
    const problem = signatureProblem(c.req.header('authorization') ?? '', {
      origin: new URL(c.req.url).origin,
      publicKey: browser.publicKey,
      nowS: Date.now() / 1_000,
    });
    if (problem) {
      browser.problems.push(problem);
      return c.body(problem, 403);
    }
    const pushed: PushedMessage = {
      topic: c.req.header('topic') ?? '',
      ttlS: Number(c.req.header('ttl')),
      urgency: c.req.header('urgency') ?? '',
      message: JSON.parse(decrypted(body, browser.keys)) as PushedMessage['message'],
    };
    browser.arrived.push(pushed);
    const planned = takeAnswer(browser.answers);
    if (planned?.ms) await delay(planned.ms);
    if (planned) {
      if (planned.retryAfterS !== undefined) c.header('Retry-After', String(planned.retryAfterS));
      return c.newResponse(`planned ${planned.status}`, planned.status as ContentfulStatusCode);
    }
    browser.accepted.push(pushed);
    return c.body(null, 201);
  });
  return app;
}

function takeAnswer(answers: PlannedAnswer[]): PlannedAnswer | undefined {
  const [first] = answers;
  if (!first) return undefined;
  first.times -= 1;
  if (first.times <= 0) answers.shift();
  return first;
}
