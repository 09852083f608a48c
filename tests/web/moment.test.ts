/** The present moment in the client, by the server's clock. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { momentNow, noteServerTime } from '#web/lib/moment.ts';

const answeredAt = (atMs: number): Response =>
  new Response(null, { headers: { date: new Date(atMs).toUTCString() } });

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(answeredAt(Date.now()));
});

describe('the present moment', () => {
  it.each([3 * HOUR_MS, -3 * HOUR_MS])(
    'the present moment is that of the last answer, and goes on, on a machine whose clock is %d ms off',
    (offMs) => {
      const startMs = Date.parse('2026-11-21T06:00:00Z');
      vi.useFakeTimers({ now: startMs + offMs, toFake: ['Date'] });
      noteServerTime(answeredAt(startMs));
      vi.setSystemTime(startMs + offMs + 90_000);
      expect(momentNow().toISOString()).toBe('2026-11-21T06:01:30.000Z');
    },
  );

  it('the present moment is that of the machine while its clock agrees, or an answer tells no time', () => {
    const nowMs = Date.parse('2026-11-21T06:00:00.700Z');
    vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
    noteServerTime(answeredAt(nowMs - 2_000));
    expect(momentNow().getTime()).toBe(nowMs);
    noteServerTime(new Response(null));
    expect(momentNow().getTime()).toBe(nowMs);
  });
});
