/** Named points between the steps of a filing at which a test can kill the process, to simulate a power failure. */
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
  'after commit',
  'result known',
  'intent closed',
  'row ended',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/**
 * File that contains the name of the fault point. It is deleted before the process exits, so that the next process
 * runs through.
 */
const file = process.env['NODE_ENV'] === 'production' ? undefined : process.env['FAULT_POINT_FILE'];

/**
 * Kills the process if the file of the test names this point. Does nothing in production, where there is no such file.
 */
export function faultPoint(point: FaultPoint): void {
  if (!file || !existsSync(file) || readFileSync(file, 'utf8') !== point) return;
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
}
