/** A filing that a portal holds twice is recognised by the look-up of every service whose portal accepts duplicates. */
import { expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import { services, type ServiceId } from '#services/catalogue.ts';
import type { SubmitContext } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { sampleContext, scopeOf, useFilings } from '#tests/harness/portal-filings.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { firstFiling } from '#tests/harness/sample-rows.ts';

const SERVICES_A_DAY = 3;

const filingsOn = await useFilings();

const takesTwins = services.flatMap(({ id, portal, refusesTwins }) => {
  const runner = runners[id as ServiceId];
  return portal && 'check' in runner && !refusesTwins ? [{ id, portal, runner }] : [];
});
/** A correction changes one invoice: when it is made twice, there is still one invoice. */
const filings = takesTwins.filter(({ id }) => id !== 'hm-einvoice-correction');

test.each(todaysShare(filings, SERVICES_A_DAY))(
  '$id: a filing that was made twice is found with its twin',
  async ({ id, portal, runner }) => {
    const rows = firstFiling(id);
    const context: SubmitContext = {
      ...runContext(await sampleContext(id)),
      session: await filingsOn(portal).logIn({ scope: scopeOf(id, rows) }),
      earlier: { reference: null, committed: false },
      noteReference: async () => undefined,
      commit: (click) => click(),
    };
    const first = await runner.run(rows, context, undefined);
    expect(first.outcome, english(first.message)).toBe('SUCCESS');
    expect(await runner.check(rows, context)).toMatchObject({ found: 'equal', twins: [] });
    const second = await runner.run(rows, context, undefined);
    expect(second.outcome, english(second.message)).toBe('SUCCESS');
    const found = await runner.check(rows, context);
    expect(found).toMatchObject({ found: 'equal', twins: [expect.any(String)] });
  },
);
