/** The administrators' form of a portal's limits: what it shows, sends and refuses. */
import { describe, expect, test } from 'vitest';
import { noPortalLimits, portalLimitsBody, type PortalLimits } from '#contracts/portals/portal-limits.ts';
import { weekdays } from '#contracts/portals/weekdays.ts';
import {
  draftOf,
  newHoliday,
  readDraft,
  type LimitsDraft,
} from '#web/features/admin/portals/limits-rules.ts';

const bank: PortalLimits = {
  sessionsMax: 2,
  sessionsPerJobMax: null,
  actionsPerMinuteMax: 30,
  pauseBetweenRowsMs: 1_500,
  openingHours: [
    { weekday: 'sunday', from: '09:00', to: '17:00' },
    { weekday: 'monday', from: '00:00', to: '24:00' },
  ],
  holidays: [{ date: '2026-12-16', name: 'Victory Day' }],
};
const draft = (given: Partial<LimitsDraft> = {}): LimitsDraft => ({
  ...draftOf(bank),
  reason: 'Agreed with the bank',
  ...given,
});
const problems = (given: Partial<LimitsDraft>) => {
  const read = readDraft(draft(given));
  return 'problems' in read ? read.problems : null;
};

describe('the form of a portal’s limits', () => {
  test.each([bank, noPortalLimits])('a form that is not changed sends the limits as they are', (limits) => {
    const read = readDraft({ ...draftOf(limits), reason: 'Agreed with the bank' });
    const body = { ...limits, reason: 'Agreed with the bank' };
    expect(read).toEqual({ body });
    expect(portalLimitsBody.parse(body)).toEqual(body);
  });

  test('the first hours that are suggested leave out Friday and Saturday', () => {
    const { days } = draftOf(noPortalLimits);
    expect(weekdays.filter((weekday) => !days[weekday].isOpen)).toEqual(['friday', 'saturday']);
  });

  test.each(['0', '21', '1.5', 'two', '-1'])('%s is no number of sessions', (sessions) => {
    expect(problems({ sessions })).toEqual({ sessions: 'A whole number from 1 to 20, or nothing.' });
  });

  test('empty numbers are no limit, and a pause may have one decimal', () => {
    const read = readDraft(draft({ sessions: ' ', actions: '', pauseSeconds: '0.5' }));
    expect(read).toMatchObject({
      body: { sessionsMax: null, actionsPerMinuteMax: null, pauseBetweenRowsMs: 500 },
    });
    expect(problems({ pauseSeconds: '61' })).toHaveProperty('pauseSeconds');
  });

  test('hours that end before they begin are named at their day, and a portal that never opens is refused', () => {
    const { days } = draft();
    const sunday = { isOpen: true, from: '17:00', to: '09:00' };
    expect(problems({ days: { ...days, sunday } })).toEqual({
      days: { sunday: 'The closing time must be after the opening time.' },
    });
    const shut = Object.fromEntries(
      weekdays.map((weekday) => [weekday, { ...days[weekday], isOpen: false }]),
    ) as LimitsDraft['days'];
    expect(problems({ days: shut })).toEqual({ hours: 'The portal must be open on at least one day.' });
    expect(problems({ days: shut, isAlwaysOpen: true })).toBeNull();
  });

  test('a holiday without date or name, or given twice, is named at its line', () => {
    const day = { ...newHoliday(), date: '2026-12-16', name: 'Victory Day' };
    const again = { ...day, key: 'again' };
    const empty = { ...newHoliday(), key: 'empty' };
    expect(problems({ holidays: [day, again, empty] })).toEqual({
      holidays: {
        again: 'This date is in the list already.',
        empty: 'A holiday needs a date and a name.',
      },
    });
  });

  test('limits need a reason', () => {
    expect(problems({ reason: ' x ' })).toHaveProperty('reason');
  });
});
