/**
 * What a portal's hosts are for: passwords are typed and filings sent on its own hosts, pages load parts from third
 * parties, and a filing that one host passes on to another is still sent once. The hosts are invented servers.
 */
import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HostRole } from '#activities/portals/facts.ts';
import type { LoginResult, PortalSession } from '#activities/portals/contract.ts';
import { button, link } from '#activities/portals/controls.ts';
import { clickOnce, NotSent } from '#activities/portals/filing-click.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { follow } from '#activities/portals/navigation.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { english } from '#contracts/messages/render.ts';
import { useBrowser } from '#tests/harness/browser.ts';

const timeouts = { navigationMs: 5_000, elementMs: 2_000, logoutMs: 2_000 };
const tools = createPageTools({ alert: '[role=alert]', timeouts });
const signIn = createSignIn(
  {
    loginPath: '/start',
    timeouts,
    login: {
      username: { id: '#user' },
      password: { id: '#password' },
      submit: 'Log in',
      code: { id: '#code' },
      verify: 'Verify',
      prompt: { key: 'portal.noLabel', params: { label: 'code' } },
    },
    menu: { logout: 'Log out' },
  },
  tools,
);

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A server of one host that notes what it is asked, and counts connections. */
class Host {
  readonly #name: string;
  readonly #pages = new Map<string, Answer>();
  readonly #server = http.createServer((request, response) => {
    request.resume();
    this.asked.push(`${request.method} ${request.url}`);
    request.once('end', () => this.#answer(request, response));
  });
  asked: string[] = [];
  connections = 0;

  constructor(name: string) {
    this.#name = name;
    this.#server.on('connection', () => (this.connections += 1));
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const page = this.#pages.get(`${request.method} ${request.url}`);
    if (page) page(request, response);
    else response.writeHead(404).end();
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  clear(): void {
    this.#pages.clear();
    this.asked = [];
    this.connections = 0;
  }

  get host(): string {
    return `${this.#name}:${(this.#server.address() as net.AddressInfo).port}`;
  }
  url(path: string): string {
    return `http://${this.host}${path}`;
  }
  on(request: string, answer: Answer): void {
    this.#pages.set(request, answer);
  }
  shows(path: string, body: string): void {
    this.on(`GET ${path}`, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Page</title>${body}`),
    );
  }
  leads(request: string, status: number, to: string): void {
    this.on(request, (_, response) => response.writeHead(status, { location: to }).end());
  }
}

const portal = new Host('www.portal.localhost');
const other = new Host('other.portal.localhost');
const third = new Host('third.localhost');
const hosts = [portal, other, third];
beforeAll(() => Promise.all(hosts.map((host) => host.start())));
afterAll(() => hosts.forEach((host) => host.stop()));
beforeEach(() => hosts.forEach((host) => host.clear()));

const openSession = useBrowser();
const open = (...roles: [Host, HostRole][]): Promise<PortalSession> =>
  openSession({
    baseUrl: portal.url(''),
    hosts: roles.map(([host, role]) => ({ url: host.url('/'), role })),
  });

const form = `<form method="post" action="/login">
  <input id="user" name="user"><input id="password" name="password" type="password"><button>Log in</button></form>`;

/** Signs in, and says how often the password was decrypted. */
async function logIn(session: PortalSession): Promise<{ end: string; decrypted: number }> {
  let decrypted = 0;
  const password = async (): Promise<string> => `s3cret-${(decrypted += 1)}`;
  const asked = { scope: '', ask: async () => '123456' };
  const result: LoginResult = await signIn.login(session, { username: 'padma', password }, asked);
  const end = result.outcome === 'ok' ? 'ok' : `${result.outcome}: ${english(result.message)}`;
  return { end, decrypted };
}

const asksElsewhere = (host: Host): string =>
  `PORTAL_CHANGED: The portal asks for the login on ${host.host}, which is not its host for signing in. Nothing was typed there.`;
const leadsTo = (host: Host): string =>
  `The portal leads to ${host.host}, which is not one of its known hosts.`;

describe('a password', () => {
  beforeEach(() => {
    portal.leads('GET /start', 302, other.url('/form'));
    other.shows('/form', form);
    other.leads('POST /login', 303, portal.url('/home'));
    portal.shows('/home', '<a href="/out">Log out</a>');
  });

  test('a password is typed on the host that is named for signing in', async () => {
    expect(await logIn(await open([other, 'sign-in']))).toEqual({ end: 'ok', decrypted: 1 });
  });

  test('a password is not decrypted for a host of the portal that is not for signing in', async () => {
    expect(await logIn(await open([other, 'work']))).toEqual({ end: asksElsewhere(other), decrypted: 0 });
    expect(other.asked).toEqual(['GET /form']);
  });

  test('a password is not decrypted on a page of a third party, which is no page of the portal', async () => {
    expect(await logIn(await open([other, 'load']))).toEqual({
      end: `PORTAL_CHANGED: ${leadsTo(other)}`,
      decrypted: 0,
    });
  });

  test('a one-time code is neither asked for nor typed on a host that is not for signing in', async () => {
    portal.shows('/start', form);
    portal.leads('POST /login', 303, other.url('/code'));
    other.shows('/code', '<input id="code"><button>Verify</button>');
    expect((await logIn(await open([other, 'work']))).end).toBe(asksElsewhere(other));
  });

  test('a page on the sign-in host means that the session has ended, whatever its address', async () => {
    const session = await open([other, 'sign-in']);
    await logIn(session);
    portal.shows('/home', '<a href="/list">List</a>');
    portal.leads('GET /list', 302, other.url('/oauth'));
    other.shows('/oauth', 'Who are you?');
    await session.page.reload();
    await expect(tools.clickAndWait(session.page, link(session.page, 'List'))).rejects.toMatchObject({
      outcome: 'SESSION_EXPIRED',
    });
  });
});

describe('a third party', () => {
  const script = (host: Host): string => `<script src="${host.url('/captcha.js')}"></script>`;
  beforeEach(() => third.on('GET /captcha.js', (_, response) => response.end("document.title = 'Loaded'")));

  test('a page loads a script from a third party, and sends it nothing', async () => {
    portal.shows('/start', script(third));
    const { page } = await open([third, 'load']);
    await page.goto(portal.url('/start'));
    expect(await page.title()).toBe('Loaded');
    await page.evaluate(
      `fetch(${JSON.stringify(third.url('/send'))}, { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => 0)`,
    );
    await page.evaluate(`navigator.sendBeacon(${JSON.stringify(third.url('/beacon'))}, 'x')`);
    await page.evaluate(`new Promise((resolve) => {
      new WebSocket(${JSON.stringify(third.url('/socket').replace('http', 'ws'))}).onclose = resolve;
    })`);
    await expect(page.goto(third.url('/page'))).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(third.asked).toEqual(['GET /captcha.js']);
  });

  test("only a widget's own frame sends something to the widget's host, and it becomes no page [only-widgets-send]", async () => {
    const sends = (to: Host): string =>
      `<script>const send = (path) => fetch(${JSON.stringify(to.url(''))} + path, { method: 'POST', mode: 'no-cors' }).catch(() => 0)</script>`;
    third.on('POST /verify', (_, response) => response.end('{}'));
    third.shows('/frame', sends(third));
    other.shows('/frame', sends(third));
    portal.shows(
      '/start',
      `${sends(third)}<iframe src="${third.url('/frame')}"></iframe><iframe src="${other.url('/frame')}"></iframe>`,
    );
    const { page } = await open([third, 'widget'], [other, 'work']);
    await page.goto(portal.url('/start'));
    for (const frame of page.frames()) await frame.evaluate(`send('/verify?' + location.host.split('.')[0])`);
    await expect(page.goto(third.url('/frame'))).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    const sent = third.asked.filter((asked) => asked.startsWith('POST'));
    expect(sent).toEqual(['POST /verify?third']);
  });

  test('a part of a page on a host that is not named stays closed, and the page is shown without it', async () => {
    portal.shows('/start', `${script(third)}<p>Shown</p>`);
    const { page } = await open([other, 'work']);
    await page.goto(portal.url('/start'));
    expect(await page.innerText('p')).toBe('Shown');
    expect(await page.title()).toBe('Page');
    expect(third.connections).toBe(0);
  });
});

describe('a filing', () => {
  const steps = { markSent: async () => true, beforeClosing: async () => undefined };
  const fileOn = async (session: PortalSession, action: string): Promise<unknown> => {
    portal.shows(
      '/form',
      `<form method="post" action="${action}"><input name="item" value="1"><button>File</button></form>`,
    );
    const { page, context } = session;
    await page.goto(portal.url('/form'));
    return clickOnce(context, () => follow(page, button(page, 'File'), timeouts), steps).then(
      () => 'filed',
      (error: unknown) => error,
    );
  };
  const filings = (host: Host): string[] => host.asked.filter((asked) => asked.startsWith('POST'));
  const dropped: Answer = (request) => void request.socket.destroy();

  test('a filing is sent once to another host of the portal, although its connection is cut', async () => {
    const session = await open([other, 'work']);
    // A connection that is open already is what Chromium sends a form on again.
    other.shows('/warm', '');
    await session.page.goto(other.url('/warm'));
    other.on('POST /file', dropped);
    expect(await fileOn(session, other.url('/file'))).toMatchObject({ name: 'PortalFault' });
    expect(filings(other)).toEqual(['POST /file']);
  });

  test.each([307, 308])(
    'a filing that is passed on (%i) to another host arrives there once',
    async (status) => {
      const session = await open([other, 'work']);
      other.leads('POST /file', 303, portal.url('/done'));
      portal.leads('POST /file', status, other.url('/file'));
      portal.shows('/done', 'Filed');
      expect(await fileOn(session, '/file')).toBe('filed');
      expect([filings(portal), filings(other)]).toEqual([['POST /file'], ['POST /file']]);
    },
  );

  test('a filing that is passed on within a host arrives there once', async () => {
    const session = await open();
    portal.leads('POST /file', 307, '/file-2');
    portal.leads('POST /file-2', 303, '/done');
    portal.shows('/done', 'Filed');
    expect(await fileOn(session, '/file')).toBe('filed');
    expect(filings(portal)).toEqual(['POST /file', 'POST /file-2']);
  });

  test('a filing that is passed on within a host that then cuts the connection is not sent there again', async () => {
    const session = await open();
    portal.leads('POST /file', 307, '/file-2');
    portal.on('POST /file-2', dropped);
    expect(await fileOn(session, '/file')).toMatchObject({ name: 'PortalFault' });
    expect(filings(portal)).toEqual(['POST /file', 'POST /file-2']);
  });

  test('a filing that is passed on to a host that cuts the connection is not sent there again', async () => {
    const session = await open([other, 'work']);
    portal.leads('POST /file', 307, other.url('/file'));
    other.on('POST /file', dropped);
    expect(await fileOn(session, '/file')).toMatchObject({ name: 'PortalFault' });
    expect(filings(other)).toEqual(['POST /file']);
  });

  test('a filing for a third party is not sent', async () => {
    const session = await open([third, 'load']);
    const end = await fileOn(session, third.url('/file'));
    expect(end).toBeInstanceOf(NotSent);
    expect(end).toMatchObject({ cause: { outcome: 'PORTAL_CHANGED', message: leadsTo(third) } });
    expect(third.connections).toBe(0);
  });

  test('a filing that the portal passes on to a third party does not arrive there', async () => {
    const session = await open([third, 'load']);
    portal.leads('POST /file', 307, third.url('/file'));
    expect(await fileOn(session, '/file')).toMatchObject({
      outcome: 'PORTAL_CHANGED',
      message: leadsTo(third),
    });
    expect([filings(portal), third.asked]).toEqual([['POST /file'], []]);
  });

  test('other connections of the page do not take the place of the filing', async () => {
    const session = await open([other, 'work']);
    other.shows('/slow', '');
    portal.leads('POST /file', 303, '/done');
    portal.shows('/done', 'Filed');
    // Each asks again as soon as it is answered or cut off, so that one of them always wants a new connection.
    const asking = `(async () => {
      for (;;) {
        await fetch(${JSON.stringify(other.url('/slow'))}, { mode: 'no-cors' }).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();`;
    await session.context.addInitScript(asking.repeat(4));
    expect(await fileOn(session, '/file')).toBe('filed');
    expect(filings(portal)).toEqual(['POST /file']);
  });
});
