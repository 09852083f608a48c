/** Reads other processes' command lines and ends our own child processes. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { withinMs } from '#api/adapters/within-ms.ts';

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
  if (await withinMs(PATIENCE_MS, ended, () => false)) return;
  child.kill('SIGKILL');
  if (!(await withinMs(KILLED_MS, ended, () => false)))
    throw new DoesNotEnd(`Process ${child.pid} cannot be ended.`);
}

/** Returns the whole command line of a process, or an empty string if the process does not exist. */
export function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
