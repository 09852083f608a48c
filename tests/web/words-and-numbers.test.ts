/** What the client writes: dates, durations, expiry, page numbers, addresses, and what its search finds. */
import { describe, expect, it } from 'vitest';
import type { CreditSettings } from '#contracts/settings.ts';
import { catalogue } from '#services/catalogue.ts';
import { offeredServices, searchServices, totalCost } from '#web/features/catalogue/queries.ts';
import { formatDateTime, formatDuration, formatExpiry, formatRelative, isExpired } from '#web/lib/dates.ts';
import { takaText } from '#web/lib/money.ts';
import { pagesToShow } from '#web/lib/page-numbers.ts';
import { paths, templateUrl } from '#web/paths.ts';

const now = new Date('2026-11-21T03:42:00Z');
const ago = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString();
const ahead = (leftMs: number) => ago(-leftMs);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('dates', () => {
  it('are written in the time of Dhaka, whatever the computer is set to', () => {
    expect(formatDateTime('2026-11-21T03:42:00Z')).toBe('21 Nov 2026, 09:42');
    expect(formatDateTime('2026-09-05T18:30:00Z')).toBe('6 Sep 2026, 00:30');
  });

  it('say how long ago a notification came, and its date from a week on', () => {
    expect(formatRelative(ago(59_000), now)).toBe('Just now');
    expect(formatRelative(ago(minuteMs), now)).toBe('1 minute ago');
    expect(formatRelative(ago(23 * hourMs), now)).toBe('23 hours ago');
    expect(formatRelative(ago(6 * dayMs), now)).toBe('6 days ago');
    expect(formatRelative(ago(7 * dayMs), now)).toBe('14 Nov 2026');
  });

  it('label the expiry of results as the specification spells it', () => {
    expect(formatExpiry(ago(1), now)).toBe('Expired');
    expect(formatExpiry(now.toISOString(), now)).toBe('Expired');
    expect(formatExpiry(ahead(hourMs), now)).toBe('Expires in 1d');
    expect(formatExpiry(ahead(2 * dayMs), now)).toBe('Expires in 2d');
    expect(formatExpiry(ahead(2 * dayMs + 1), now)).toBe('3 d remaining');
    expect(formatExpiry(ahead(7 * dayMs), now)).toBe('7 d remaining');
  });

  it('never call a file expired that has no expiry', () => {
    expect(isExpired(null, now)).toBe(false);
  });

  it('write durations as minutes and seconds, with hours only when there are any', () => {
    expect(formatDuration(-5)).toBe('0:00');
    expect(formatDuration(80_000)).toBe('1:20');
    expect(formatDuration(3_725_000)).toBe('1:02:05');
  });
});

describe('page numbers', () => {
  it('show the first, the last and the neighbours of the current page, with a gap where pages are left out', () => {
    expect(pagesToShow(1, 1)).toEqual([1]);
    expect(pagesToShow(1, 6)).toEqual([1, 2, null, 6]);
    expect(pagesToShow(5, 12)).toEqual([1, null, 4, 5, 6, null, 12]);
    expect(pagesToShow(12, 12)).toEqual([1, null, 11, 12]);
  });
});

describe('services on offer', () => {
  const settings: CreditSettings = {
    creditsPerBDT: 2,
    freeTrialCredits: 100,
    minPurchaseCredits: 200,
    systemNotification: { enabled: false, message: '', type: 'info', showToAll: false },
    serviceCreditsConfig: { 'exp-search': 0.7 },
    enabledServices: catalogue.map(({ id }) => id),
  };
  const found = (query: string) =>
    searchServices(offeredServices(settings), query).map(({ service }) => service.id);

  it('leave out what the administrator switched off', () => {
    const some = offeredServices({ ...settings, enabledServices: ['exp-search'] });
    expect(some.map(({ service }) => service.id)).toEqual(['exp-search']);
  });

  it("cost what the settings say, or else the service's own price", () => {
    const costs = new Map(offeredServices(settings).map(({ service, cost }) => [service.id, cost]));
    expect(costs.get('exp-search')).toBe(0.7);
    expect(costs.get('bepza-ep-issue')).toBe(2.5);
  });

  it('add up without the errors of binary fractions', () => {
    const some = offeredServices(settings).slice(0, 1);
    expect(totalCost(Array.from({ length: 3 }, () => ({ ...some[0]!, cost: 0.1 })))).toBe(0.3);
  });

  it('are found by what people call things', () => {
    expect(found('C&F')).toContain('custom-tracking');
    expect(found('ip')).toContain('bepza-ip-issue');
    expect(found('fcr')).toEqual(expect.arrayContaining(['damco-fcr-submission', 'damco-fcr-extractor']));
    expect(found('exp sea')).toContain('exp-search');
    expect(found('no such paper')).toEqual([]);
  });
});

describe('money', () => {
  it('is shown in taka with two decimals', () => {
    expect(takaText(0.5, 2)).toBe('৳0.25');
  });
});

describe('addresses', () => {
  it('stay as they are, since mails and notifications link to them', () => {
    expect({
      home: paths.home,
      services: paths.services,
      reset: paths.resetPassword,
      verify: paths.verifyEmail,
      dashboard: paths.dashboard(),
      portalAccess: paths.dashboard({ tab: 'credentials' }),
      service: paths.dashboard({ service: 'exp-search' }),
      job: paths.job('a/b'),
      template: templateUrl('exp-search', 'csv'),
    }).toEqual({
      home: '/',
      services: '/services',
      reset: '/reset-password',
      verify: '/verify-email',
      dashboard: '/dashboard',
      portalAccess: '/dashboard?tab=credentials',
      service: '/dashboard?service=exp-search',
      job: '/dashboard/jobs/a%2Fb',
      template: '/templates/exp-search.csv',
    });
  });
});
