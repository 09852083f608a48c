/** A probe whose worker stood still reports late: what it found does not replace what newer probes have found. */
import { beforeEach, expect, test } from 'vitest';
import { settleProbe, type ProbeFinding } from '#api/domain/portals/portal-probes.ts';
import { emptyMessage, quote } from '#contracts/messages/message.ts';
import { startTestApp } from '#tests/harness/app.ts';

const portal = 'cpa';
const { deps } = await startTestApp();
const { db } = deps;
const at = (time: string): Date => new Date(`2026-11-21T${time}Z`);
const works: ProbeFinding = { outcome: 'ok', message: emptyMessage, tookMs: 900 };
const broken = (outcome: 'PORTAL_CHANGED' | 'PORTAL_DOWN'): ProbeFinding => ({
  outcome,
  message: quote('Under maintenance.'),
  tookMs: 900,
});
const settle = (found: ProbeFinding, { begun, settled }: { begun: string; settled: string }): Promise<void> =>
  settleProbe({ ...deps, clock: () => at(settled) }, portal, found, at(begun));
const state = () => db.portalState.findUniqueOrThrow({ where: { portal } });

beforeEach(async () => {
  await db.portalOutage.deleteMany();
  await db.portalState.deleteMany();
});

test.each(['PORTAL_CHANGED', 'PORTAL_DOWN'] as const)(
  'a probe that found %s before a newer one found the portal in order has no effect',
  async (outcome) => {
    await settle(works, { begun: '10:10:00', settled: '10:10:05' });
    await settle(broken(outcome), { begun: '10:00:00', settled: '10:25:00' });
    expect(await state()).toMatchObject({ probeOutcome: 'ok', pausedAt: null, probedAt: at('10:10:05') });
  },
);

test('a probe that began after the last finding counts', async () => {
  await settle(works, { begun: '10:00:00', settled: '10:00:05' });
  await settle(broken('PORTAL_CHANGED'), { begun: '10:10:00', settled: '10:10:05' });
  expect((await state()).pausedAt).not.toBeNull();
});
