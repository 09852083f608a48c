/** Waiting for work for a limited time. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinMs } from '#api/adapters/within-ms.ts';

const never = (): Promise<string> => new Promise(() => undefined);

describe('waiting for a limited time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('work that ends in time gives its result, and no timer is left', async () => {
    expect(await withinMs(1_000, Promise.resolve('done'), () => 'late')).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('work that fails in time throws its own error, and no timer is left', async () => {
    await expect(withinMs(1_000, Promise.reject(new Error('It broke.')), () => 'late')).rejects.toThrow(
      'It broke.',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('work that takes longer gives what the caller says for late work, and not a moment earlier', async () => {
    const ends: string[] = [];
    const waiting = withinMs(1_000, never(), () => 'late').then((end) => ends.push(end));
    await vi.advanceTimersByTimeAsync(999);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(ends).toEqual(['late']);
  });

  it('an error that the caller throws for late work is thrown, and a later failure of the work is not unhandled', async () => {
    const failing = new AbortController();
    const work = new Promise<string>((_, reject) => {
      failing.signal.addEventListener('abort', () => reject(new Error('It broke afterwards.')));
    });
    const waiting = withinMs(1_000, work, () => {
      throw new Error('It took too long.');
    });
    const outcome = expect(waiting).rejects.toThrow('It took too long.');
    await vi.advanceTimersByTimeAsync(1_000);
    await outcome;
    failing.abort();
    await expect(work).rejects.toThrow('It broke afterwards.');
  });
});
