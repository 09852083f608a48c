/** Named points between the steps of a filing at which a test ends the process, as a power cut would. */
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

/** The file that names the point; taken away before the end, so that the next process goes on. */
const file = process.env['NODE_ENV'] === 'production' ? undefined : process.env['FAULT_POINT_FILE'];

export function passPoint(point: FaultPoint): void {
  if (!file || !existsSync(file) || readFileSync(file, 'utf8') !== point) return;
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
}
