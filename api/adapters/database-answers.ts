/**
 * Limits how long an answer of the database is waited for. The driver waits without end for one on a connection whose
 * other side is gone, as after the loss of a network.
 */
import { withinMs } from './within-ms.ts';

export class DatabaseSilent extends Error {
  constructor(timeoutMs: number) {
    super(`The database has not answered within ${timeoutMs} ms.`);
    this.name = 'DatabaseSilent';
  }
}

/** Returns the answer; throws DatabaseSilent if there is none in time. The statement itself may still take effect. */
export const answeredWithin = <Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> =>
  withinMs(timeoutMs, answer, () => {
    throw new DatabaseSilent(timeoutMs);
  });
