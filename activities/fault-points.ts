/**
 * Named points between the steps of a filing at which a test can kill the process, to simulate a power failure, or
 * freeze it, as when a machine is paused.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';

/** In the order in which a filing passes them. */
export const faultPoints = [
  'intent open',
  'before look-up',
  'after look-up',
  'before commit',
  'intent written',
  'before last check',
  'let go',
  'allowed to leave',
  'after commit',
  'result known',
  'intent closed',
  'row ended',
] as const;
export type FaultPoint = (typeof faultPoints)[number];
type Fault = 'SIGKILL' | 'SIGSTOP';

/** Text of the test's file: what happens at which point. */
export const faultText = (point: FaultPoint, fault: Fault): string => `${fault} ${point}`;

/** The file is deleted before the process is killed or frozen, so that the next process runs through. */
const file = process.env['NODE_ENV'] === 'production' ? undefined : process.env['FAULT_POINT_FILE'];

/**
 * Kills or freezes the process if the file of the test names this point. Does nothing in production, where there is no
 * such file.
 */
export function faultPoint(point: FaultPoint): void {
  if (!file || !existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const fault = (['SIGKILL', 'SIGSTOP'] as const).find((each) => text === faultText(point, each));
  if (!fault) return;
  rmSync(file);
  process.kill(process.pid, fault);
}
