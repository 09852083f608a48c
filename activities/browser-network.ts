/**
 * Namespaces for the browser: a network with only a loopback interface, on which the worker listens for the browser's
 * connections, and a process tree of its own, from which no process of the worker can be seen or signalled.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Opens listening sockets on one address, reachable for the browser and, for page downloads, for the worker. */
export type Listen = () => Promise<Servers>;
export type Servers = readonly [net.Server, ...net.Server[]];

export type BrowserNetwork = {
  /** Command prefix that runs a command inside this network namespace. */
  enter: readonly string[];
  listen: Listen;
  /** Registers a callback that runs once when no more sockets can be opened in the namespace. */
  onEnd: (ended: () => void) => void;
  close: () => void;
};

const OPEN_MS = 10_000;
const LOOPBACK = '127.0.0.1';
/** Folders that contain `ip` on most systems but are often missing from a user's PATH. */
const SYSTEM_PROGRAMS = ['/usr/sbin', '/sbin'];
const doorman = fileURLToPath(new URL('./browser-doorman.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** Listens on the machine's own loopback, for a browser without a network namespace. */
export const listenOnMachine: Listen = async () => {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  return [server];
};

/**
 * Creates the network namespace. A helper process stays inside it, opens sockets there and passes them to the worker.
 * Throws if namespaces are not allowed or a program is missing.
 */
export async function openBrowserNetwork(): Promise<BrowserNetwork> {
  const child = startDoorman();
  const waiting: ((answer: net.Server | Error) => void)[] = [];
  const next = (): Promise<net.Server | Error> => new Promise((resolve) => waiting.push(resolve));
  child.on('message', (_, socket) => {
    if (socket instanceof net.Server) waiting.shift()?.(socket);
  });
  child.once('close', () => {
    for (const reject of waiting.splice(0)) reject(new Error('The network namespace has ended.'));
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
  // The first process of the tree ends with `unshare`, and the kernel ends whatever is left in the tree.
  const tree = ['--pid', '--fork', '--kill-child'];
  return spawn('unshare', ['--net', ...tree, ...asOwner, '--', ...inside], {
    env: { PATH: search },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Waits until the helper is ready. If it exits instead, the error contains its output, which names the cause. */
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
  const namespaces = `/proc/${pid}/ns`;
  const asOwner = isRoot ? [] : [`--user=${namespaces}/user`, '--preserve-credentials'];
  return ['nsenter', ...asOwner, `--net=${namespaces}/net`, `--pid=${namespaces}/pid_for_children`, '--'];
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
