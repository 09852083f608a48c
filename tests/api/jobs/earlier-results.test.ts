/** Documents of earlier results that a cell names: one that fits, several that fit, and the choice of one of them. */
import { expect, test } from 'vitest';
import { createDocumentReader } from '#activities/rows/document-reader.ts';
import { createUser } from '#tests/factories.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { keepDocument } from '#tests/harness/job-documents.ts';
import { keptJob } from './kept-jobs.ts';

const { deps } = await startTestApp();

type PackingList = { order?: string; market: string; processedAt?: Date };
const nameOf = ({ order = '364201-58325', market }: PackingList): string => `PL_${order}_${market}.pdf`;

/** A customer with packing-list jobs of the sandbox's kind; each inner list is the documents of one row. */
async function withJobs(...jobs: PackingList[][][]) {
  const customer = await createUser(deps.db);
  for (const rows of jobs) {
    const jobId = await keptJob(deps.db, customer, {
      serviceId: 'hm-packing-list',
      outcomes: rows.map(() => 'SUCCESS'),
      rows: rows.map(([list]) => ({ portalReference: list?.order ?? '364201-58325' })),
    });
    for (const [index, lists] of rows.entries()) {
      const rowNumber = index + 1;
      const market = lists[0]?.market ?? '';
      const processedAt = lists[0]?.processedAt ?? new Date();
      await deps.db.jobRow.update({
        where: { jobId_rowNumber: { jobId, rowNumber } },
        data: { naturalKey: `364201|${market}|`, processedAt },
      });
      for (const list of lists) {
        const bytes = Buffer.from(`${nameOf(list)} of ${processedAt.getUTCFullYear()}`);
        await keepDocument(deps, { jobId, rowNumber }, { name: nameOf(list), bytes });
      }
    }
  }
  const job = { userId: customer.id, uploadId: '', isPractice: false };
  const read = createDocumentReader(deps, job);
  return async (reference: string): Promise<unknown> => {
    const document = await read(reference);
    return document && 'bytes' in document ? Buffer.from(document.bytes).toString() : document;
  };
}

const thisYear = new Date().getUTCFullYear();
const markets = ['NL_OE', 'OG', 'OT'].map((market) => ({ market }));
const several = { several: markets.map(nameOf) };

test('a reference that fits several documents of a row names none of them', async () => {
  const read = await withJobs([markets]);
  expect(await read('hm-packing-list:364201-58325')).toEqual(several);
});

test('a reference that fits documents of several rows or jobs names none of them', async () => {
  const sameJob = await withJobs(markets.map((list) => [list]));
  expect(await sameJob('hm-packing-list:364201-58325')).toEqual(several);
  const otherJobs = await withJobs(...markets.map((list) => [[list]]));
  expect(await otherJobs('hm-packing-list:364201-58325')).toEqual(several);
});

test('one of several documents is chosen by its name behind the key', async () => {
  const read = await withJobs([markets]);
  const og = `PL_364201-58325_OG.pdf of ${thisYear}`;
  expect(await read('hm-packing-list:364201-58325:PL_364201-58325_OG.pdf')).toBe(og);
  expect(await read('hm-packing-list:364201-58325:PL_364201-58325_US.pdf')).toBeNull();
});

test('the newest of documents with the same name is used', async () => {
  const earlier = { market: 'OG', processedAt: new Date('2025-01-05T00:00:00Z') };
  const read = await withJobs([[{ market: 'OG' }]], [[earlier]]);
  expect(await read('hm-packing-list:364201-58325')).toBe(`PL_364201-58325_OG.pdf of ${thisYear}`);
});

test('an H&M order is found without its suffix, unless two orders begin with the same number', async () => {
  const one = await withJobs([[{ market: 'OG' }]]);
  expect(await one('hm-packing-list:364201')).toBe(`PL_364201-58325_OG.pdf of ${thisYear}`);
  expect(await one('hm-packing-list:36420')).toBeNull();
  const two = await withJobs([[{ market: 'OG' }], [{ order: '364201-58326', market: 'OG' }]]);
  expect(await two('hm-packing-list:364201')).toEqual({
    several: ['PL_364201-58325_OG.pdf', 'PL_364201-58326_OG.pdf'],
  });
});

test('the natural key of a row names its document alone', async () => {
  const read = await withJobs(markets.map((list) => [list]));
  expect(await read('hm-packing-list:364201|OG|')).toBe(`PL_364201-58325_OG.pdf of ${thisYear}`);
});
