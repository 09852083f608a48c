/**
 * Rules of the public pages: what the contact form reports as missing, what addresses mean, and texts that are complete
 * in both languages.
 */
import { describe, expect, it } from 'vitest';
import { publicPages } from '#contracts/site/pages-heads.ts';
import { blogViewIn } from '#web/features/site/blog/queries.ts';
import { emptyDraft, problemsOf, subjectIn } from '#web/features/site/contact/draft.ts';
import { faqWords } from '#web/features/site/contact/faq-words.ts';
import { homeWords } from '#web/features/site/home/words.ts';
import { bengaliPolicy } from '#web/features/site/privacy/policy-bn.ts';
import { englishPolicy } from '#web/features/site/privacy/policy-en.ts';

const letter = {
  ...emptyDraft,
  name: 'Rahim',
  email: 'rahim@example.test',
  subject: 'bug',
  message: 'x',
} as const;

describe('a message', () => {
  it('a message needs every field except the company', () => {
    expect(problemsOf(emptyDraft)).toEqual({
      name: 'name',
      email: 'email',
      subject: 'subject',
      message: 'message',
    });
    expect(problemsOf({ ...letter, name: '  ', message: '\n' })).toEqual({
      name: 'name',
      message: 'message',
    });
    expect(problemsOf(letter)).toEqual({});
  });

  it.each(['rahim', 'rahim@', '@example.test', 'a b@example.test', 'rahim@example'])(
    'a message cannot be sent from "%s"',
    (email) => {
      expect(problemsOf({ ...letter, email })).toEqual({ email: 'emailFormat' });
    },
  );

  it('a message takes its subject from the address only if the subject exists', () => {
    expect(subjectIn(new URLSearchParams('subject=sales'))).toBe('sales');
    expect(subjectIn(new URLSearchParams('subject=secret'))).toBe('');
    expect(subjectIn(new URLSearchParams())).toBe('');
  });
});

describe('the address of the blog', () => {
  it("the address of the blog gives search, tag and page within the server's limits", () => {
    const view = blogViewIn(new URLSearchParams({ search: ` ${'x'.repeat(200)}`, tag: 'C&F', page: '-3' }));
    expect(view).toEqual({ search: 'x'.repeat(100), tag: 'C&F', page: 1 });
  });
});

describe('texts in both languages', () => {
  const bengali = /\p{Script=Bengali}/u;

  it('the privacy policy has the same sections, points and retention times in both languages', () => {
    const outline = (policy: typeof englishPolicy) =>
      policy.map(({ id, paragraphs, items }) => [id, paragraphs.length, items.length]);
    expect(outline(bengaliPolicy)).toEqual(outline(englishPolicy));
    expect(englishPolicy).toHaveLength(9);
    for (const { title } of bengaliPolicy) expect(title).toMatch(bengali);
    const retention = (policy: typeof englishPolicy) =>
      policy.find(({ id }) => id === 'retention')?.items.join(' ') ?? '';
    for (const time of ['24 hours', '7 days', '7 years', '90 days'])
      expect(retention(englishPolicy)).toContain(time);
    for (const time of ['২৪ ঘণ্টা', '৭ দিন', '৭ বছর', '৯০ দিন'])
      expect(retention(bengaliPolicy)).toContain(time);
  });

  it('the lists of the public pages have equally many entries in both languages', () => {
    const { en, bn } = homeWords;
    for (const list of ['features', 'checklist', 'steps'] as const)
      expect(bn[list]).toHaveLength(en[list].length);
    expect([faqWords.en.questions.length, faqWords.bn.questions.length]).toEqual([6, 6]);
    for (const words of Object.values(publicPages)) expect(words.bn.description).toMatch(bengali);
  });
});
