/** Failed rows that ended alike are one group, whose rows can be listed. */
import { describe, expect, test } from 'vitest';
import type { FailureGroup, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { limits } from '#contracts/limits.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from './kept-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;

const closed = quote('The portal is closed.');
const sameAs = (row: number) => sheetMessages.duplicateRow({ row });

async function groupsOf(account: Account, jobId: string) {
  const answer = await app.get(`/api/jobs/${jobId}/failures`, account.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body as { groups: FailureGroup[]; otherRows: number };
}

async function rowsLike(account: Account, jobId: string, like: string): Promise<number[]> {
  const answer = await app.get(`/api/jobs/${jobId}/rows?outcome=failed&like=${like}`, account.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return (answer.body as { rows: JobRow[] }).rows.map(({ rowNumber }) => rowNumber);
}

describe('failed rows that ended alike', () => {
  test('rows with the same outcome and message are one group, the largest first', async () => {
    const ana = await app.signUpAndVerify();
    const jobId = await keptJob(db, ana, {
      outcomes: ['REJECTED', 'PORTAL_DOWN', 'SUCCESS', 'PORTAL_DOWN', 'INPUT_INVALID', 'TIMEOUT', null],
      rows: [
        { message: closed },
        { message: closed },
        { message: closed },
        { message: closed },
        { message: sameAs(1) },
        {},
      ],
    });
    const { groups, otherRows } = await groupsOf(ana, jobId);
    expect(groups).toMatchObject([
      { outcome: 'PORTAL_DOWN', message: 'The portal is closed.', rows: 2, firstRow: 2 },
      { outcome: 'REJECTED', message: 'The portal is closed.', rows: 1, firstRow: 1 },
      { outcome: 'INPUT_INVALID', message: 'Duplicate of row 1.', messageData: sameAs(1), rows: 1 },
      { outcome: 'TIMEOUT', message: '', rows: 1, firstRow: 6 },
    ]);
    expect(otherRows).toBe(0);
    expect(await rowsLike(ana, jobId, '2')).toEqual([2, 4]);
    expect(await rowsLike(ana, jobId, '5')).toEqual([5]);
    expect(await rowsLike(ana, jobId, '6')).toEqual([6]);
    // A row that did not fail, and one that does not exist.
    expect(await rowsLike(ana, jobId, '3')).toEqual([]);
    expect(await rowsLike(ana, jobId, '99')).toEqual([]);
  });

  test('groups beyond the limit are counted as other rows', async () => {
    const ana = await app.signUpAndVerify();
    const count = limits.failureGroupsListMax + 3;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const jobId = await keptJob(db, ana, {
      outcomes: numbers.map(() => 'INPUT_INVALID'),
      rows: numbers.map((row) => ({ message: sameAs(row) })),
    });
    const { groups, otherRows } = await groupsOf(ana, jobId);
    expect(groups).toHaveLength(limits.failureGroupsListMax);
    expect(otherRows).toBe(3);
  });

  test('an invalid row number is refused, and another customer’s job is not found', async () => {
    const [ana, bela] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const jobId = await keptJob(db, ana);
    for (const like of ['0', '-1', 'x', '1.5']) {
      const answer = await app.get(`/api/jobs/${jobId}/rows?like=${like}`, ana.cookie);
      expect(answer.status, like).toBe(400);
    }
    const foreign = await app.get(`/api/jobs/${jobId}/failures`, bela.cookie);
    expect([403, 404]).toContain(foreign.status);
  });
});
