/** Other processes of this machine: their command lines, and the end of our own children. */
import { execFileSync, type ChildProcess } from 'node:child_process';

const PATIENCE_MS = 15_000;

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends a child process: asked by a signal, and killed when it does not go in time. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(force);
}

/** The whole command line of a process; empty when there is none. */
export function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
