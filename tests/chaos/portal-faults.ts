/** What portals that file do to the requests of jobs at random: they are late, lose answers, or are away. */
import { services } from '#services/catalogue.ts';
import type { FaultSwitch } from '#tests/sandbox/framework/faults.ts';
import type { Dice } from './dice.ts';

const filing = services.filter(({ effect }) => effect === 'submit');
const portals = [...new Set(filing.map(({ portal }) => portal ?? ''))];

export function choosePortalFault(
  dice: Dice,
  { lateSecondsMax, frozenSecondsMax }: { lateSecondsMax: number; frozenSecondsMax: number },
): FaultSwitch {
  const late = { ms: dice.between(2, lateSecondsMax) * 1_000 };
  const fault: Omit<FaultSwitch, 'portal'> = dice.pick([
    { kind: 'answer-late', ...late },
    { kind: 'store-late', ...late, drop: dice.roll(2) === 0 },
    { kind: 'listed-late', ...late, times: 3, hiddenFromFiler: true },
    { kind: 'http503-maintenance', times: 2 },
    { kind: 'session-drop' },
    { kind: 'drop-connection', afterCommit: true },
    { kind: 'slow', ms: 6_500, times: 3 },
    { kind: 'freeze', ms: dice.between(5, frozenSecondsMax) * 1_000 },
  ]);
  return { portal: dice.pick(portals), ...fault };
}
