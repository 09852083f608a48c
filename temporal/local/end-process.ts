/** Reads other processes' command lines and ends our own child processes. */
import { execFileSync, type ChildProcess } from 'node:child_process';

const PATIENCE_MS = 15_000;
/** A killed process ends at once, unless the system waits for something in its name, such as a disk that is gone. */
const KILLED_MS = 10_000;

/** A process runs on although it was killed. */
export class DoesNotEnd extends Error {
  override name = 'DoesNotEnd';
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/**
 * Ends a child process with a signal, and kills it if it does not end in time.
 * @throws DoesNotEnd if that does not help either
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  child.kill(signal);
  if (await within(PATIENCE_MS, ended)) return;
  child.kill('SIGKILL');
  if (!(await within(KILLED_MS, ended))) throw new DoesNotEnd(`Process ${child.pid} cannot be ended.`);
}

async function within(ms: number, ended: Promise<true>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the whole command line of a process, or an empty string if the process does not exist. */
export function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
