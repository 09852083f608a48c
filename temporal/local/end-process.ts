/** Reads other processes' command lines and ends our own child processes. */
import { execFileSync, type ChildProcess } from 'node:child_process';

const PATIENCE_MS = 15_000;

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends a child process with a signal, and kills it if it does not end in time. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(force);
}

/** Returns the whole command line of a process, or an empty string if the process does not exist. */
export function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
