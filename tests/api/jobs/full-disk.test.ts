/** What customers and operators are told when the disk that receives uploads takes no more. */
import { rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { openFileStore } from '#api/adapters/files.ts';
import { newCustomer } from '#tests/harness/job-calls.ts';
import { startTestApp } from '#tests/harness/app.ts';

const app = await startTestApp();

test('a customer whose upload our disk does not take is not told to check the connection', async () => {
  const ana = await newCustomer(app);
  const { incoming } = app.deps.files;
  const { withFolder } = incoming;
  // No disk of the tests can be filled, so the folder of the upload is taken away, which fails at the same place.
  vi.spyOn(incoming, 'withFolder').mockImplementationOnce((work) =>
    withFolder(async (folder) => {
      await rm(folder, { recursive: true });
      return work(folder);
    }),
  );
  const form = new FormData();
  form.set('serviceId', 'ctg-port-tracking');
  form.set('file', new File(['container_no,direction\nMSKU0383250,IMPORT\n'], 'boxes.csv'));
  const answer = await app.request('/api/process-automation/preview', { form, cookie: ana.cookie });
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
});

test.skipIf(process.platform !== 'linux')(
  'a file store without room for an upload is not ready',
  async () => {
    // The system's own file system there has no room.
    const full = await openFileStore({ ...app.deps.env, FILES_DIR: '/proc' });
    await expect(full.ready()).rejects.toThrow('The disk of /proc has no room for an upload.');
    await expect(app.deps.files.ready()).resolves.toBeUndefined();
  },
);
