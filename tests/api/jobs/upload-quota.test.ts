/** How much a customer may upload: bytes a day over all API processes, and uploads at a time. */
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { createUploadQuota } from '#api/middleware/upload-quota.ts';
import { KIB, MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { weightOf } from '#api/domain/jobs/reading-turns.ts';
import { weightOfSource } from '#api/domain/jobs/uploads.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { formOf, newCustomer, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const incoming = path.join(app.deps.env.FILES_DIR ?? '', 'incoming');
const left = (): string[] => (existsSync(incoming) ? readdirSync(incoming) : []);
const DAY_MIB = (rateLimits.uploadKibPerTrialUser.points * KIB) / MIB;

describe('the daily upload quota', () => {
  test('the daily quota is shared by all API processes, and a refusal says when to retry', async () => {
    const ana = await newCustomer(app);
    const elsewhere = await createUploadQuota(app.deps).accountOf(ana.id, 0);
    await elsewhere.charge(DAY_MIB * MIB);
    const answer = await ana.preview(PDF_SERVICE, pdf());
    expect(answer).toMatchObject({ status: 429, body: { code: 'UPLOAD_QUOTA', success: false } });
    const waitS = Number(answer.headers.get('retry-after'));
    expect(waitS).toBeGreaterThan(23 * 3_600);
    expect(waitS).toBeLessThanOrEqual(24 * 3_600);
    const other = await newCustomer(app);
    expect(await other.preview(PDF_SERVICE, pdf())).toMatchObject({ status: 200 });
    expect(left()).toEqual([]);
  });

  test('the daily quota counts the bytes of a refused upload, and returns what was charged but not received', async () => {
    const ana = await newCustomer(app);
    const junk = new File([new Uint8Array(20 * MIB)], 'junk.pdf');
    expect(await ana.preview(PDF_SERVICE, junk)).toMatchObject({ status: 422 });
    const rest = await createUploadQuota(app.deps).accountOf(ana.id, 0);
    // The form around the file takes slightly more than its 20 MiB, and the quota counts whole blocks of 4 MiB.
    await rest.charge(476 * MIB);
    await expect(rest.charge(4 * MIB)).rejects.toMatchObject({ code: 'UPLOAD_QUOTA' });
  });

  test('the daily quota counts small files by their size, so many small jobs a day are possible', async () => {
    const ana = await newCustomer(app);
    const quota = createUploadQuota(app.deps);
    for (let jobs = 0; jobs < DAY_MIB + 20; jobs += 1) {
      const account = await quota.accountOf(ana.id, jobs % 2 === 0 ? 2 * KIB : 0);
      await account.charge(2 * KIB);
      await account.settle();
    }
    expect(await ana.preview(PDF_SERVICE, pdf())).toMatchObject({ status: 200 });
  });

  test('the daily quota is larger for a customer who has paid', async () => {
    const { account } = await paidCustomer();
    const quota = await createUploadQuota(app.deps).accountOf(account.id, 0);
    await quota.charge((DAY_MIB + 100) * MIB);
  });
});

async function paidCustomer() {
  const account = await app.signUpAndVerify();
  await paidPurchase(app.deps.db, { userId: account.id, amountPoisha: 50_000n, trxId: 'QUOTA1' });
  return { account };
}

describe('simultaneous uploads', () => {
  test("simultaneous uploads above the limit are refused with a time to retry, and other customers' are accepted", async () => {
    const quota = createUploadQuota(app.deps);
    const ana = await newCustomer(app);
    const held = Array.from({ length: limits.uploadsAtOncePerCustomerMax }, () => quota.turnFor(ana.id));
    for (const turn of held) turn.take();
    const large = new File([pdf(), new Uint8Array(limits.smallFormBytesMax)], 'large.pdf');
    const answer = await ana.preview(PDF_SERVICE, large);
    expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_UPLOADS' } });
    expect(answer.headers.get('retry-after')).toBe(String(limits.uploadsRetryS));
    const other = await newCustomer(app);
    expect(await other.preview(PDF_SERVICE, large)).toMatchObject({ status: 200 });
    // Forms that contain little more than fields are not counted.
    expect(await ana.start({ uploadId: crypto.randomUUID(), totalCredits: 1 })).toMatchObject({
      status: 404,
    });
    for (const turn of held) turn.release();
    expect(await ana.preview(PDF_SERVICE, large)).toMatchObject({ status: 200 });
  });
});

describe('what an upload leaves behind', () => {
  test.each([
    ['breaks off', '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-'],
    ['is no form', 'nothing of the kind'],
    ['has no boundary', null],
  ])('a form that %s is refused and leaves no file', async (_, body) => {
    const ana = await newCustomer(app);
    const type = body === null ? 'multipart/form-data' : 'multipart/form-data; boundary=x';
    const answer = await createApp(app.deps).request('/api/process-automation/preview', {
      method: 'POST',
      headers: { cookie: ana.cookie, 'content-type': type },
      body: body ?? 'x',
    });
    expect(answer.status).toBe(400);
    expect(left()).toEqual([]);
  });

  test('a form with too long a field or too many fields is rejected', async () => {
    const ana = await newCustomer(app);
    const long = formOf({ serviceId: 'x'.repeat(limits.formFieldBytesMax + 1) });
    const many = new FormData();
    for (let index = 0; index <= limits.formFieldsMax; index += 1) many.append(`field${index}`, 'x');
    for (const form of [long, many])
      expect(await app.request('/api/process-automation', { form, cookie: ana.cookie })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });

  test('files of a killed process are deleted by the housekeeping, and those of a running one stay', async () => {
    const [dead, alive] = ['dead', 'alive'].map((name) => path.join(incoming, name));
    for (const folder of [dead ?? '', alive ?? '']) {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'file'), 'half a file');
    }
    const longAgo = new Date(Date.now() - limits.incomingRetentionMs - 60_000);
    utimesSync(dead ?? '', longAgo, longAgo);
    await housekeepingActivities(app.deps).deleteExpired();
    expect(left()).toEqual(['alive']);
  });
});

test('the weight of a start from a checked file includes its documents', async () => {
  const { id: userId } = await app.signUpAndVerify();
  const sheet = { name: 'rex.csv', sizeBytes: 100 };
  const documents = { name: 'papers.zip', sizeBytes: 300_000 };
  const { id: uploadId } = await app.deps.db.upload.create({
    data: {
      userId,
      serviceId: 'rex-soo-submission',
      fileName: sheet.name,
      fileKey: 'uploads/weighed',
      sizeBytes: sheet.sizeBytes,
      sha256: '0'.repeat(64),
      documentsKey: 'uploads/weighed-documents',
      documentsName: documents.name,
      documentsSizeBytes: documents.sizeBytes,
    },
  });
  const weight = await weightOfSource(app.deps, { id: userId }, { uploadId });
  expect(weight).toBe(weightOf([sheet, documents]));
  expect(weight).toBeGreaterThan(weightOf([sheet]));
});
