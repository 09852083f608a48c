/** When a portal is closed, and when it opens again, in the time of Dhaka. */
import { describe, expect, test } from 'vitest';
import { closureAt, openSince, type OpeningTimes } from '#api/domain/portals/opening-hours.ts';
import { weekdays } from '#contracts/portals/weekdays.ts';

/** Sunday to Thursday from 9 to 17, as a bank in Dhaka. 26 November 2026 is a Thursday. */
const bank: OpeningTimes = {
  openingHours: weekdays.slice(0, 5).map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  holidays: [],
};
const inDhaka = (time: string): Date => new Date(`${time}:00+06:00`);
const closedAt = (times: OpeningTimes, time: string) => closureAt(times, inDhaka(time));
const closure = (since: string, until: string) => ({ since: inDhaka(since), until: inDhaka(until) });

describe('the opening hours of a portal', () => {
  test('a portal without hours and holidays is always open', () => {
    expect(closedAt({ openingHours: null, holidays: [] }, '2026-11-27T03:00')).toBeNull();
  });

  test('a portal opens with the first minute of its hours and closes with the last', () => {
    expect(closedAt(bank, '2026-11-26T08:59')).toEqual(closure('2026-11-25T17:00', '2026-11-26T09:00'));
    expect(closedAt(bank, '2026-11-26T09:00')).toBeNull();
    expect(closedAt(bank, '2026-11-26T16:59')).toBeNull();
    expect(closedAt(bank, '2026-11-26T17:00')).toEqual(closure('2026-11-26T17:00', '2026-11-29T09:00'));
  });

  test('a portal is closed from Thursday evening over Friday and Saturday until Sunday morning', () => {
    for (const time of ['2026-11-26T23:30', '2026-11-27T10:00', '2026-11-28T16:00', '2026-11-29T00:10'])
      expect(closedAt(bank, time)).toEqual(closure('2026-11-26T17:00', '2026-11-29T09:00'));
  });

  test('holidays beside a weekend make one closure with it', () => {
    const holidays = [
      { date: '2026-11-29', name: 'First day' },
      { date: '2026-11-26', name: 'Last day' },
    ];
    expect(closedAt({ ...bank, holidays }, '2026-11-27T12:00')).toEqual(
      closure('2026-11-25T17:00', '2026-11-30T09:00'),
    );
  });

  test('a holiday closes a portal without hours from midnight to midnight', () => {
    const times = { openingHours: null, holidays: [{ date: '2026-12-16', name: 'Victory Day' }] };
    expect(closedAt(times, '2026-12-15T23:59')).toBeNull();
    expect(closedAt(times, '2026-12-16T00:00')).toEqual(closure('2026-12-16T00:00', '2026-12-17T00:00'));
    expect(closedAt(times, '2026-12-17T00:00')).toBeNull();
  });

  test('hours that end with the day go on without a gap in those of the next day', () => {
    const openingHours = [
      { weekday: 'sunday' as const, from: '20:00', to: '24:00' },
      { weekday: 'monday' as const, from: '00:00', to: '06:00' },
    ];
    const times = { openingHours, holidays: [] };
    expect(closedAt(times, '2026-11-29T23:59')).toBeNull();
    expect(closedAt(times, '2026-11-30T00:00')).toBeNull();
    expect(closedAt(times, '2026-11-30T06:00')).toEqual(closure('2026-11-30T06:00', '2026-12-06T20:00'));
  });

  test('a portal that opens on one day of the week is found open after all holidays on that day', () => {
    const sundays = Array.from({ length: 60 }, (_, week) => new Date(Date.UTC(2026, 10, 29 + 7 * week)));
    const holidays = sundays.map((day) => ({ date: day.toISOString().slice(0, 10), name: 'Closed' }));
    const openingHours = [{ weekday: 'sunday' as const, from: '10:00', to: '11:00' }];
    expect(closedAt({ openingHours, holidays }, '2026-11-27T12:00')).toEqual(
      closure('2026-11-22T11:00', '2028-01-23T10:00'),
    );
  });
});

describe('the last opening of a portal', () => {
  const openedAt = (times: OpeningTimes, time: string) => openSince(times, inDhaka(time));

  test('a portal with hours is open since they began, and a closed one since no time', () => {
    expect(openedAt(bank, '2026-11-26T16:59')).toEqual(inDhaka('2026-11-26T09:00'));
    expect(openedAt(bank, '2026-11-26T17:00')).toBeNull();
    expect(openedAt(bank, '2026-11-27T12:00')).toBeNull();
  });

  test('a portal without hours is open since its last holiday, and midnight is no opening', () => {
    const times = { openingHours: null, holidays: [{ date: '2026-12-16', name: 'Victory Day' }] };
    expect(openedAt(times, '2026-12-17T01:00')).toEqual(inDhaka('2026-12-17T00:00'));
    expect(openedAt(times, '2026-12-18T01:00')).toEqual(inDhaka('2026-12-17T00:00'));
    expect(openedAt({ openingHours: null, holidays: [] }, '2026-12-17T01:00')).toBeNull();
  });
});
