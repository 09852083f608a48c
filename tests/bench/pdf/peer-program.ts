/** Other programs that extract tables: installed once for the benchmark, and kept running while they are measured. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/**
 * What each program is installed from, in a place of its own, because they need different builds of OpenCV. tabula-py
 * contains tabula 1.0.5; with JPype it keeps one Java machine for all documents.
 */
const packages = {
  tabula: ['tabula-py==2.10.0', 'jpype1==1.7.1'],
  camelot: ['camelot-py==2.0.0'],
  img2table: ['img2table==2.0.0'],
};
const INSTALL_TIMEOUT_MS = 10 * 60_000;
const ANSWER_TIMEOUT_MS = 5 * 60_000;
const COMPLAINTS_CHARACTERS_MAX = 2_000;
/** Limits the numeric libraries that camelot uses to one thread each, as the other programs have. */
const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

export type PeerName = keyof typeof packages;

const answerShape = z.object({
  cpuSeconds: z.number(),
  tables: z.array(z.object({ page: z.number(), rows: z.array(z.array(z.string())) })),
  /** The reason why there are none, if the program failed. */
  failure: z.string(),
});
type PeerAnswer = z.infer<typeof answerShape>;

export type Peer = {
  ask: (order: { path: string; pages: number; isScored: boolean }) => Promise<PeerAnswer>;
  stop: () => Promise<void>;
};

/** The path of the Python that has the program; throws if it cannot be installed. */
export async function installPeer(name: PeerName): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const directory = path.join(cache, 'chalan', `pdf-peer-${name}`);
  const python = path.join(directory, 'bin', 'python');
  const marker = path.join(directory, 'installed.txt');
  const wanted = packages[name].join('\n');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return python;
  console.log(`Installing ${packages[name].join(', ')} into the cache: once, about a minute …`);
  mkdirSync(path.dirname(directory), { recursive: true });
  await run('python3', ['-m', 'venv', directory]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages[name]], {
    timeout: INSTALL_TIMEOUT_MS,
  });
  writeFileSync(marker, wanted);
  return python;
}

export function hasJava(): Promise<boolean> {
  return run('java', ['-version']).then(
    () => true,
    () => false,
  );
}

export function startPeer(python: string, name: PeerName): Peer {
  const program = fileURLToPath(new URL('./peer-program.py', import.meta.url));
  const child = spawn(python, [program, name], { env: { ...process.env, ...oneThread } });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-COMPLAINTS_CHARACTERS_MAX);
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (order) => {
      const overtime = setTimeout(() => child.kill(), ANSWER_TIMEOUT_MS);
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const line = await lines.next();
      clearTimeout(overtime);
      if (line.done) throw new Error(`${name} ended at ${order.path}: ${complaints}`);
      return answerShape.parse(JSON.parse(line.value));
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
