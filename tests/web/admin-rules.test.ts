/**
 * What the administration's pages show and read: last activity, the edited user, a file to import, a post being
 * written.
 */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { draftOf as postDraft, missingFields, withTitle, withTool } from '#web/features/admin/posts/rules.ts';
import {
  activityLabel,
  changesOf,
  creditsIn,
  draftOf,
  usersInFile,
} from '#web/features/admin/users/rules.ts';

const user: User = {
  id: 'u1',
  email: 'ana@example.test',
  name: 'Ana Rahman',
  company: 'Padma Ltd.',
  mobile: '01711',
  credits: 100,
  reservedCredits: 0,
  emailVerified: true,
  isAdmin: false,
  status: 'active',
  memberSince: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastActivity: null,
  totalSpent: 0,
  language: null,
  theme: null,
  mailOnCompletion: false,
  mailOnQuestion: false,
  mailOnPortalBack: false,
  pushOnCompletion: true,
  pushOnQuestion: true,
  pushOnPortalBack: true,
};

describe('the last activity', () => {
  // 00:30 in Dhaka on 21 November.
  const now = new Date('2026-11-20T18:30:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

  it('the last activity is shown in days of Dhaka, then in months and years', () => {
    expect(activityLabel(null, now)).toBe('Never');
    expect(activityLabel('2026-11-20T18:01:00Z', now)).toBe('Today');
    expect(activityLabel('2026-11-20T17:59:00Z', now)).toBe('Yesterday');
    expect(activityLabel(daysAgo(2), now)).toBe('2 days ago');
    expect(activityLabel(daysAgo(29), now)).toBe('29 days ago');
    expect(activityLabel(daysAgo(30), now)).toBe('1 month ago');
    expect(activityLabel(daysAgo(364), now)).toBe('12 months ago');
    expect(activityLabel(daysAgo(365), now)).toBe('1 year ago');
    expect(activityLabel(daysAgo(800), now)).toBe('2 years ago');
  });
});

describe('an edited user', () => {
  const draft = draftOf(user);

  it('an edited user cannot be saved with an empty field or an invalid amount of credits', () => {
    for (const wrong of [
      { name: ' ' },
      { company: '' },
      { credits: '1.234' },
      { credits: '-1' },
      { credits: 'x' },
    ])
      expect(changesOf(user, { ...draft, ...wrong }), JSON.stringify(wrong)).toBeNull();
    expect(['', '1,5', '1e3', '123456789', '.5'].map(creditsIn)).toEqual([null, null, null, null, null]);
  });

  it('an edited user sends only what was changed, and credits with the balance that was shown', () => {
    expect(changesOf(user, draft)).toEqual({});
    expect(changesOf(user, { ...draft, name: ' Ana R. ' })).toEqual({ name: 'Ana R.' });
    expect(changesOf(user, { ...draft, credits: '12.5' })).toEqual({ credits: 12.5, seenCredits: 100 });
    expect(changesOf(user, { ...draft, credits: '১২.৫০' })).toEqual({ credits: 12.5, seenCredits: 100 });
    const spent = { ...user, credits: 60 };
    expect(changesOf(spent, { ...draft, credits: '150' }, 100)).toEqual({ credits: 150, seenCredits: 100 });
  });

  it('an edited user who is or becomes an administrator has no balance to set', () => {
    expect(changesOf(user, { ...draft, role: 'admin', credits: '5' })).toEqual({ is_admin: true });
    const admin = { ...user, isAdmin: true, credits: 999_999 };
    expect(changesOf(admin, { ...draftOf(admin), role: 'user' })).toEqual({ is_admin: false });
  });
});

describe('a file to import', () => {
  it('a file to import is an object with a list of users, and anything else is refused', () => {
    for (const text of ['', '[]', 'null', '"users"', '{}', '{"users":{}}', '{"users":[}'])
      expect(usersInFile(text), text).toBeNull();
    expect(usersInFile('{"exportedAt":"x","users":[{"id":"a"}]}')).toEqual([{ id: 'a' }]);
  });
});

describe('a post as it is written', () => {
  const empty = postDraft(null, 'Ana');

  it("a new post's slug and meta title follow its title until they are edited", () => {
    const titled = withTitle(withTitle(empty, 'EXP'), 'EXP Forms');
    expect(titled).toMatchObject({ slug: 'exp-forms', metaTitle: 'EXP Forms' });
    const own = withTitle({ ...titled, slug: 'forms', metaTitle: 'All about EXP' }, 'Other');
    expect(own).toMatchObject({ title: 'Other', slug: 'forms', metaTitle: 'All about EXP' });
  });

  it('a post reports which of its required fields are missing', () => {
    expect(missingFields(empty)).toEqual(['title', 'slug', 'excerpt', 'content']);
    expect(missingFields({ ...withTitle(empty, 'EXP'), excerpt: 'x', content: ' ', author: '' })).toEqual([
      'content',
      'author',
    ]);
  });

  it('a formatting tool wraps the selection in a tag and keeps it selected', () => {
    const bold = withTool({ text: 'say hello', start: 4, end: 9 }, 'strong');
    expect(bold.text).toBe('say <strong>hello</strong>');
    expect(bold.text.slice(bold.start, bold.end)).toBe('hello');
    const list = withTool({ text: '', start: 0, end: 0 }, 'ul');
    expect(list.text).toBe('<ul>\n  <li></li>\n</ul>\n');
    expect(list.start).toBe(list.end);
  });
});
