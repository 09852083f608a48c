/**
 * Namespaces for the browser: a network with only a loopback interface, on which the worker listens for the browser's
 * connections, a process tree of its own, from which no process of the worker can be seen or signalled, and a view of the
 * files in which folders are hidden.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withinMs } from '#api/adapters/within-ms.ts';

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
const doorman = fileURLToPath(new URL('./doorman.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** Listens on the machine's own loopback, for a browser without a network namespace. */
export const listenOnMachine: Listen = async () => {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  return [server];
};

/**
 * How the namespaces are created and entered; `namespaces` is the folder that names those of the helper process.
 * `hidden` are the folders to hide.
 */
type Plan = {
  unshare: readonly string[];
  hidden: readonly string[];
  enter: (namespaces: string) => readonly string[];
};

const ofTree = (namespaces: string): string[] => [
  `--net=${namespaces}/net`,
  `--pid=${namespaces}/pid_for_children`,
];
const ofUser = (namespaces: string): string[] => [`--user=${namespaces}/user`, '--preserve-credentials'];

const planOfRoot: Plan = {
  unshare: [],
  hidden: [],
  enter: (namespaces) => ['nsenter', ...ofTree(namespaces), '--'],
};

const planOfUser: Plan = {
  unshare: ['--user', '--map-current-user', '--keep-caps'],
  hidden: [],
  enter: (namespaces) => ['nsenter', ...ofUser(namespaces), ...ofTree(namespaces), '--'],
};

/**
 * Only the root of a user namespace may hide folders in it, and Chromium refuses to run as root. So the browser becomes
 * the worker's user again in a namespace inside, from which nothing hidden can be uncovered.
 */
function planThatHides(hidden: readonly string[]): Plan {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  const asUser = ['unshare', '--user', `--map-user=${user}`, `--map-group=${group}`, '--'];
  return {
    unshare: ['--user', '--map-root-user', '--mount'],
    hidden,
    enter: (namespaces) => [
      'nsenter',
      ...ofUser(namespaces),
      `--mount=${namespaces}/mnt`,
      ...ofTree(namespaces),
      '--',
      ...asUser,
    ],
  };
}

function planFor(hidden: readonly string[]): Plan {
  if (isRoot) return planOfRoot;
  return hidden.length === 0 ? planOfUser : planThatHides(hidden);
}

/**
 * Creates the namespaces. A helper process stays inside them, opens sockets there and passes them to the worker. `hidden`
 * are existing folders that the browser of a worker that is not root sees as empty ones that it cannot open; root's runs
 * as another user. Throws if namespaces or mounts in them are not allowed, or if a program is missing.
 */
export async function openBrowserNetwork(hidden: readonly string[]): Promise<BrowserNetwork> {
  const plan = planFor(hidden);
  const child = startDoorman(plan);
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
    enter: plan.enter(`/proc/${child.pid}/ns`),
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

/** Hides the folders before the `--`, then becomes the program after it. */
const prepare = [
  'while [ "$1" != -- ]; do mount -t tmpfs -o size=4k,mode=000 none "$1" || exit 1; shift; done',
  'shift; ip link set lo up && exec "$@"',
].join('; ');

function startDoorman({ unshare, hidden }: Plan): ChildProcess {
  const inside = ['sh', '-c', prepare, 'sh', ...hidden, '--', process.execPath, doorman];
  const search = [process.env['PATH'] ?? '', ...SYSTEM_PROGRAMS].join(path.delimiter);
  // The first process of the tree ends with `unshare`, and the kernel ends whatever is left in the tree.
  const tree = ['--pid', '--fork', '--kill-child'];
  return spawn('unshare', ['--net', ...tree, ...unshare, '--', ...inside], {
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

function withinTime<Value>(answer: Promise<Value>): Promise<Value> {
  return withinMs(OPEN_MS, answer, () => {
    throw new Error('The network namespace does not answer.');
  });
}
