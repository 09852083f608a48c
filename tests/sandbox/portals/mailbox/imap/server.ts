/** The sandbox's IMAP4rev1 server, with the framework's users, faults and journal. */
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import {
  endFreeze,
  freezeOf,
  isKind,
  spoilsAnswer,
  takeFault,
  type Fault,
} from '#tests/sandbox/framework/faults.ts';
import type { Store } from '#tests/sandbox/framework/store.ts';
import type { MailSecurity } from '#contracts/portals/mail-servers.ts';
import { identity } from './identity.ts';
import { commandReader, type NextCommand } from './reader.ts';
import {
  commandOf,
  greetingOf,
  plainCapabilities,
  type Answer,
  type Session,
  type Spoil,
} from './session.ts';
import { textOf, tokensOf, type Token } from './syntax.ts';

const CONNECTIONS_MAX = 200;
const IDLE_MS = 30 * 60_000;

type Options = {
  key: string;
  tools: Session['tools'];
  store: Store;
  /** How connections are protected: from the start, by STARTTLS before the login, or not at all. */
  security: MailSecurity;
};
export type MailServer = { port: number; stop: () => void };

export async function startMailServer(
  options: Options,
  where: { host: string; port: number } | net.Server,
): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    // Tests cut connections on purpose, so a socket error is not reported.
    socket.on('error', () => socket.destroy());
    const spoken = options.security === 'tls' ? secured(socket) : socket;
    void converse(options, spoken).catch(() => socket.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function secured(socket: Socket): Socket {
  const secure = new tls.TLSSocket(socket, { isServer: true, ...identity });
  secure.on('error', () => socket.destroy());
  return secure;
}

async function converse(options: Options, socket: Socket): Promise<void> {
  if ((await struck(options, socket, { tag: '*', route: 'greeting' })) === 'ended') return;
  const mustSecure = options.security === 'starttls';
  socket.write(`* ${greetingOf(mustSecure)}\r\n`);
  const ready = mustSecure ? await switched(socket) : socket;
  if (ready) await talk(options, ready, { tools: options.tools, user: null, isOpen: false });
}

/** Takes commands until STARTTLS, and refuses every login before it. Returns null if the client has left. */
async function switched(socket: Socket): Promise<Socket | null> {
  for await (const [tag = '', name = ''] of plainCommands(socket)) {
    if (name === 'STARTTLS') {
      socket.write(`${tag} OK Begin TLS now.\r\n`);
      return secured(socket);
    }
    const answer = name === 'CAPABILITY' ? `* CAPABILITY ${plainCapabilities}\r\n${tag} OK Done.` : null;
    socket.write(`${answer ?? `${tag} NO [PRIVACYREQUIRED] STARTTLS comes first.`}\r\n`);
  }
  return null;
}

/** Reads lines without taking what follows STARTTLS, which belongs to TLS. */
async function* plainCommands(socket: Socket): AsyncGenerator<string[]> {
  let text = '';
  for (;;) {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) {
      if (socket.readableEnded || socket.destroyed) return;
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
      continue;
    }
    text += bytes.toString('latin1');
    while (text.includes('\r\n')) {
      const line = text.slice(0, text.indexOf('\r\n'));
      text = text.slice(line.length + 2);
      const [tag = '', name = ''] = line.split(' ');
      yield [tag, name.toUpperCase()];
    }
  }
}

async function talk(options: Options, socket: Socket, session: Session): Promise<void> {
  const next = commandReader(socket, () => socket.write('+ Go on.\r\n'));
  for (let pieces = await next(); pieces !== null; pieces = await next()) {
    const isOver = await serve(options, socket, session, pieces, next);
    if (isOver) return;
  }
}

/** True if the connection is over. */
async function serve(
  options: Options,
  socket: Socket,
  session: Session,
  pieces: string[],
  next: NextCommand,
): Promise<boolean> {
  const call = callOf(pieces);
  if (!call) {
    socket.write('* BAD The command cannot be read.\r\n');
    return false;
  }
  const { tag, name } = call;
  const command = commandOf(name, session);
  const route = routes[name] ?? name.toLowerCase();
  const strike = await struck(options, socket, { tag, route });
  if (strike === 'ended') return true;
  if (strike === 'answered') return false;
  if (name === 'AUTHENTICATE' && call.tokens.length === 1) {
    socket.write('+ \r\n');
    const response = await next();
    if (response === null) return true;
    call.tokens.push({ kind: 'string', text: response[0] ?? '' });
  }
  const answer = await answerOf(() =>
    command ? command({ ...call, session, spoil: strike.spoil }) : { before: [], result: 'BAD Not now.' },
  );
  if (answer.challenge !== undefined) {
    socket.write(`+ ${answer.challenge}\r\n`);
    if ((await next()) === null) return true;
  }
  const bytes = Buffer.concat([...answer.before, Buffer.from(`${tag} ${answer.result}\r\n`)]);
  if (strike.cutsAnswer) {
    socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
    return true;
  }
  socket.write(bytes);
  if (answer.ends) socket.end();
  return answer.ends ?? false;
}

const routes: Record<string, string> = { AUTHENTICATE: 'login', EXAMINE: 'select' };

async function answerOf(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    return { before: [], result: `BAD ${error instanceof Error ? error.message : 'Not understood.'}` };
  }
}

type Call = { tag: string; name: string; tokens: Token[]; byUid: boolean };

function callOf(pieces: string[]): Call | null {
  try {
    const [tag, first, ...rest] = tokensOf(pieces);
    const word = textOf(first).toUpperCase();
    if (textOf(tag) === '' || word === '') return null;
    const byUid = word === 'UID';
    const name = byUid ? textOf(rest.shift()).toUpperCase() : word;
    return { tag: textOf(tag), name, tokens: rest, byUid };
  } catch {
    return null;
  }
}

type Strike = 'ended' | 'answered' | { cutsAnswer: boolean; spoil: Spoil };
const untouched: Strike = { cutsAnswer: false, spoil: null };

/** Applies the fault that is set for this command, if any. */
async function struck(
  { key, store }: Options,
  socket: Socket,
  { tag, route }: { tag: string; route: string },
): Promise<Strike> {
  const request = { portal: key, route, isFile: route === 'fetch' };
  const { faults } = store.state;
  const wait = ({ kind }: Fault, ms: number): Promise<void> =>
    store.holds.wait({ portal: key, route, kind }, ms);
  const freeze = freezeOf(faults, request, Date.now());
  if (freeze) {
    await wait(freeze.fault, freeze.untilMs - Date.now());
    endFreeze(faults, freeze.fault);
  }
  const fault =
    takeFault(faults, request, spoilsAnswer) ?? takeFault(faults, request, isKind('layout-changed'));
  if (!fault) return untouched;
  store.changed();
  return play(fault, socket, { tag, route, wait: (ms) => wait(fault, ms) });
}

async function play(
  fault: Fault,
  socket: Socket,
  { tag, route, wait }: { tag: string; route: string; wait: (ms: number) => Promise<void> },
): Promise<Strike> {
  switch (fault.kind) {
    case 'http500':
      socket.write(`${tag} NO [SERVERBUG] Internal error.\r\n`);
      return 'answered';
    case 'http503-maintenance':
      socket.write(`${tag} NO [UNAVAILABLE] The server is under maintenance.\r\n`);
      return 'answered';
    case 'renamed':
    case 'column-moved':
    case 'row-again':
    case 'link-posts':
    case 'says':
    case 'refused-in-page':
    case 'paged':
    case 'other-record':
    case 'html404':
      // A mailbox has neither pages nor names nor lists.
      return untouched;
    case 'layout-changed':
      socket.write(`${tag} BAD This is no mail server any more.\r\n`);
      return 'answered';
    case 'blank-page':
      return 'answered';
    case 'session-drop':
      socket.end('* BYE The session has ended.\r\n');
      return 'ended';
    case 'drop-connection':
      if (route === 'fetch') return { cutsAnswer: true, spoil: null };
      socket.destroy();
      return 'ended';
    case 'slow':
      await wait(fault.ms);
      return untouched;
    case 'html-instead-of-pdf':
    case 'empty-file':
      return { cutsAnswer: false, spoil: fault.kind };
    // Nothing is filed here, no answer is JSON, a redirect or a file alone, and a freeze has ended by now.
    case 'cut-body':
    case 'http429':
    case 'malformed-json':
    case 'leads-away':
    case 'captcha-on':
    case 'captcha-widget':
    case 'answer-late':
    case 'store-late':
    case 'listed-late':
    case 'freeze':
      return untouched;
  }
}
