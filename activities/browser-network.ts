/** A network for the browser alone: a loopback and nothing else, where the worker listens for what the browser asks for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Opens listening sockets of one address, which the browser reaches, and the worker for the downloads of a page. */
export type Listen = () => Promise<Servers>;
export type Servers = readonly [net.Server, ...net.Server[]];

export type BrowserNetwork = {
  /** The words before a command that let it run in this network. */
  enter: readonly string[];
  listen: Listen;
  /** Called once when nothing more can be opened in it. */
  onEnd: (ended: () => void) => void;
  close: () => void;
};

const OPEN_MS = 10_000;
const LOOPBACK = '127.0.0.1';
/** Where the program that starts the loopback is on most systems; the path of users lacks it often. */
const SYSTEM_PROGRAMS = ['/usr/sbin', '/sbin'];
const doorman = fileURLToPath(new URL('./browser-doorman.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** On the machine's own loopback, for a browser that has no network of its own. */
export const listenOnMachine: Listen = async () => {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  return [server];
};

/**
 * Linux lets a process have a network of its own, and hands over sockets that were opened in it: a doorman stays in
 * there and opens them. Throws where namespaces are not allowed or a program is missing.
 */
export async function openBrowserNetwork(): Promise<BrowserNetwork> {
  const child = startDoorman();
  const waiting: ((answer: net.Server | Error) => void)[] = [];
  const next = (): Promise<net.Server | Error> => new Promise((resolve) => waiting.push(resolve));
  child.on('message', (_, socket) => {
    if (socket instanceof net.Server) waiting.shift()?.(socket);
  });
  child.once('close', () => {
    for (const tell of waiting.splice(0)) tell(new Error('The network namespace has ended.'));
  });
  await ready(child);
  return {
    enter: entrance(child),
    listen: async () => {
      const outside = await listenOnMachine();
      try {
        const answer = next();
        child.send(portOf(outside), () => undefined);
        const inside = await withinTime(answer);
        if (inside instanceof Error) throw inside;
        return [...outside, inside];
      } catch (error) {
        for (const server of outside) server.close();
        throw error;
      }
    },
    onEnd: (ended) => child.once('close', ended),
    close: () => void child.kill('SIGKILL'),
  };
}

const portOf = ([server]: Servers): number => (server.address() as net.AddressInfo).port;

function startDoorman(): ChildProcess {
  const asOwner = isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const inside = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, doorman];
  const search = [process.env['PATH'] ?? '', ...SYSTEM_PROGRAMS].join(path.delimiter);
  return spawn('unshare', ['--net', ...asOwner, '--', ...inside], {
    env: { PATH: search },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** What it wrote says why it ended: namespaces are forbidden, or a program is missing. */
async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const failed = Promise.race([once(child, 'error'), once(child, 'close')]).then(([first]) => {
    const why = first instanceof Error ? first.message : said.trim();
    throw new Error(`The browser gets no network namespace: ${why}`);
  });
  failed.catch(() => undefined);
  try {
    await withinTime(Promise.race([once(child, 'message'), failed]));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function entrance({ pid }: ChildProcess): readonly string[] {
  if (isRoot) return ['nsenter', `--net=/proc/${pid}/ns/net`, '--'];
  return ['nsenter', `--target=${pid}`, '--user', '--preserve-credentials', '--net', '--'];
}

async function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The network namespace does not answer.')), OPEN_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
