/** The time limits of activities: how soon the loss of a worker is noticed. */
import { msToNumber } from '@temporalio/common/lib/time.js';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import * as policies from '#workflows/policies.ts';

/** For this long, a step that a dead worker had may hold up what waits for it. */
const SILENT_MAX_MS = 5 * MINUTE_MS;

const { files, webhook, pdfTables, rows, rowsAt, ...constant } = policies;
const job = { portal: 'bb-exp', userId: 'ann' };
const all = {
  ...constant,
  files: files({ userId: 'ann', endsApart: true }),
  webhook: webhook('ann'),
  pdfTables: pdfTables('ann'),
  rows: rows(job),
  rowsAt: rowsAt(job, 'own'),
};

describe('an activity that may run long on a worker that has died', () => {
  it.each(Object.entries(all))(
    'an activity of the policy %s is soon given to another worker',
    (_, policy) => {
      const { heartbeatTimeout, startToCloseTimeout = 0 } = policy;
      const silentMs = msToNumber(heartbeatTimeout ?? startToCloseTimeout);
      expect(silentMs).toBeGreaterThan(0);
      expect(silentMs).toBeLessThanOrEqual(SILENT_MAX_MS);
    },
  );

  it('a login is not tested on after the loss of its worker', () => {
    expect(msToNumber(policies.credentialTest.heartbeatTimeout ?? 0)).toBeGreaterThan(0);
  });
});
