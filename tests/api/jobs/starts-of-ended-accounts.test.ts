/** Starts and checks whose file is still being read when their account is deleted or suspended. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { scheduleActivities } from '#activities/schedules.ts';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { readingAfter } from '#tests/harness/reading-turns.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { formOf, newCustomer, noTraces, pdf, PDF_SERVICE, type Customer } from '#tests/harness/job-calls.ts';

/** What happens to the account after the caller was recognised, and before its file is read. */
let meanwhile: () => Promise<unknown> = async () => {};
const app = await startTestApp({
  deps: {
    inReadingTurn: readingAfter(() => meanwhile()),
  },
});
const { db, files } = app.deps;
let ana: Customer;

beforeEach(async () => {
  meanwhile = async () => {};
  ana = await newCustomer(app);
});

/** Runs `work` once a stored file is opened, as a copy: the deletion of the account deletes the file itself. */
function whenOpened(work: () => Promise<unknown>): void {
  const { local } = files;
  vi.spyOn(files, 'local').mockImplementationOnce(async (key, folder) => {
    const copy = path.join(folder, 'copy');
    await copyFile(await local(key, folder), copy);
    await work();
    return copy;
  });
}

const ends = [
  ['deleted', 'UNAUTHENTICATED', () => deleteAccount(app.deps, { userId: ana.id, by: null })],
  [
    'suspended',
    'ACCOUNT_SUSPENDED',
    () => db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } }),
  ],
] as const;

describe.each(ends)('an account that is %s while its file waits to be read', (_, code, end) => {
  test('a start with a new file is refused and stores neither a job nor the file', async () => {
    meanwhile = end;
    expect(await ana.start({ file: pdf(), totalCredits: 1 })).toMatchObject({ body: { code } });
    expect(await ana.traces()).toEqual(noTraces);
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a start with a stored file is refused and stores no job', async () => {
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    // The file was opened, so that only the job is left to be stored.
    whenOpened(end);
    expect(await ana.start({ uploadId, totalCredits: 1 })).toMatchObject({ body: { code } });
    expect(await ana.traces()).toEqual(noTraces);
  });

  test('a check of a file is refused and stores nothing', async () => {
    meanwhile = end;
    expect(await ana.preview(PDF_SERVICE, pdf())).toMatchObject({ body: { code } });
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a check of a stored file is refused and stores nothing about the file', async () => {
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    await db.upload.update({ where: { id: uploadId }, data: { checkedAt: null } });
    whenOpened(end);
    const form = formOf({ serviceId: PDF_SERVICE, uploadId });
    const answer = await app.request('/api/process-automation/preview', { form, cookie: ana.cookie });
    expect(answer).toMatchObject({ body: { code } });
    expect(await db.upload.findUniqueOrThrow({ where: { id: uploadId } })).toMatchObject({ checkedAt: null });
  });

  test('a sheet that is added to stored documents is refused and not stored', async () => {
    const folder = 'activities/services/rex-soo-submission';
    const send = (place: string, fields: Record<string, string | File>) =>
      app.request(`/api/rex-soo/${place}`, { form: formOf(fields), cookie: ana.cookie });
    const zipFile = new File([readFileSync(`${folder}/sample.zip`)], 'documents.zip');
    const { body } = await send('upload-zip', { zipFile, userId: ana.id });
    const uploadId = String(body['uploadId']);
    // The documents were opened, so that only the sheet is left to be stored.
    whenOpened(end);
    const csvFile = new File([readFileSync(`${folder}/sample.csv`)], 'shipments.csv');
    expect(await send('upload-csv', { csvFile, uploadId })).toMatchObject({ body: { code } });
    expect(await files.has(`uploads/${uploadId}`)).toBe(false);
  });
});

test('a scheduled run whose account is deleted meanwhile leaves nothing behind', async () => {
  const file = pdf();
  const fileKey = `schedules/${randomUUID()}`;
  await files.put(fileKey, Buffer.from(await file.arrayBuffer()), 'application/pdf');
  const { id: scheduleId } = await db.jobSchedule.create({
    data: {
      userId: ana.id,
      serviceId: PDF_SERVICE,
      name: 'Invoices',
      fileName: file.name,
      fileKey,
      minuteOfDay: 0,
    },
  });
  whenOpened(() => deleteAccount(app.deps, { userId: ana.id, by: null }));
  await scheduleActivities(app.deps).runSchedule({ scheduleId, dueAt: new Date().toISOString() });
  expect(await ana.traces()).toEqual(noTraces);
  expect(await db.notification.count({ where: { userId: ana.id } })).toBe(0);
});
