/** Seeds the two sample posts of the one-machine stack (spec section 4, "Session") and sample social links. */
import type { Deps } from '#api/deps.ts';
import { createPost } from '#api/domain/site/blog.ts';
import { updateSettings } from '#api/domain/site/settings.ts';
import { slugOf } from '#contracts/site/blog-rules.ts';

const posts = [
  {
    title: 'Preparing a sheet of EXP numbers that is right the first time',
    excerpt:
      'Most rows that a portal refuses are refused for how they were typed. Five habits that keep a sheet clean.',
    tags: ['EXP', 'Bangladesh Bank', 'How-to'],
    featured: true,
    content: `<p>A portal looks at every character. Most of the rows that it refuses are right on paper and wrong in the sheet, and the time goes into finding out which.</p>
<h2>Five habits</h2>
<ol>
<li><strong>One row, one number.</strong> Two numbers in one cell are read as one that does not exist.</li>
<li><strong>Start from the sample.</strong> Each service has one to download; its headings are the ones that are looked for.</li>
<li><strong>Keep long numbers as text.</strong> Excel turns a long number into 1.08E+12 and forgets its last digits.</li>
<li><strong>Write dates in one way.</strong> 03/04 is March to one reader and April to the next.</li>
<li><strong>Read the check before you start.</strong> Every row is checked before it costs anything; what is wrong is said cell by cell.</li>
</ol>
<h2>When a row still fails</h2>
<p>It can be corrected on the job's page and run again, without uploading the rest. Rows that failed for technical reasons give their credits back.</p>`,
  },
  {
    title: 'What to do while a portal is down',
    excerpt: 'Nothing, as it turns out: how a job waits for a portal, and what you see meanwhile.',
    tags: ['Portals', 'How-to'],
    featured: false,
    content: `<p>Portals are down for maintenance, for an hour or for a weekend. Trying again by hand every ten minutes is a job in itself, and it is one that a machine does better.</p>
<h2>How a job waits</h2>
<ul>
<li>Rows that are done stay done; nothing is filed twice.</li>
<li>The job says since when it waits and for which portal.</li>
<li>Credits stay reserved and are not spent.</li>
<li>When the portal answers again, the job goes on by itself. The browser can be closed meanwhile.</li>
</ul>
<h2>When it takes too long</h2>
<p>A waiting job can be cancelled at any time. The rows that were not done give their credits back.</p>`,
  },
];

const socialLinks = {
  facebookUrl: 'https://www.facebook.com/chalan.test',
  linkedinUrl: 'https://www.linkedin.com/company/chalan-test',
};

/**
 * Seeds only if there are no posts at all, so that a post that an administrator deletes stays deleted while others
 * exist.
 */
export async function seedBlog({ db, clock }: Pick<Deps, 'db' | 'clock'>, adminId: string): Promise<void> {
  if ((await db.blogPost.count()) > 0) return;
  const actor = { adminId, reason: 'Sample of the one-machine stack' };
  for (const post of posts) {
    const request = { ...post, slug: slugOf(post.title), author: 'Chalan', metaTitle: post.title };
    await createPost(db, { ...request, status: 'published' }, { ...actor, now: clock() });
  }
  await db.$transaction((tx) => updateSettings(tx, { contactDetails: socialLinks }, actor));
}
