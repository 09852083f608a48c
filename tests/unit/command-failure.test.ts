/** What a person reads when a command for operators fails. */
import { describe, expect, test } from 'vitest';
import { sentenceOf } from '#api/adapters/command-failure.ts';

const withParts = (error: Error, parts: object): Error => Object.assign(error, parts);

describe('the sentence about a failed command', () => {
  test('the sentence of an error of ours is its message', () => {
    expect(sentenceOf(new Error('VAULT_KEYS names the key "k1" twice.'))).toBe(
      'VAULT_KEYS names the key "k1" twice.',
    );
  });

  test('the sentence of an unreachable Temporal names the address that was tried', () => {
    const details =
      'No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ';
    expect(sentenceOf(withParts(new Error('14 UNAVAILABLE'), { code: 14, details }))).toBe(
      'Temporal: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1.',
    );
  });

  test('the sentence of an unreachable database leaves out the code that asked it', () => {
    const message =
      "\nInvalid `db.masterKey.findMany()` invocation in\nvault.ts:33\n\nCan't reach it at 127.0.0.1:1";
    expect(sentenceOf(withParts(new Error(message), { name: 'PrismaClientKnownRequestError' }))).toBe(
      "PostgreSQL: Can't reach it at 127.0.0.1:1",
    );
  });

  test('the sentence of an address that was tried in several ways is that of the first way', () => {
    const tries = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
    expect(sentenceOf(new AggregateError(tries))).toBe('connect ECONNREFUSED ::1:1');
  });

  test('a mistake in our code keeps its stack trace', () => {
    expect(sentenceOf(new TypeError('x is not a function'))).toContain('command-failure.test.ts');
  });
});
