/** Every call that takes files takes them up to the limit for files, not the one for other requests. */
import { expect, test } from 'vitest';
import { callEntries } from '#contracts/calls/calls.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { formOf } from '#tests/harness/job-calls.ts';

const app = await startTestApp();
const forms = callEntries.flatMap(([name, { form }]) =>
  form ? [[name, Object.keys(form.files)[0] ?? ''] as const] : [],
);
const FILE_BYTES = 2 * limits.jsonBytesMax;

test.each(forms)('%s takes a file that is larger than other requests may be', async (name, field) => {
  const { cookie } = await app.signUpAndVerify({ isAdmin: true });
  const file = new File([Buffer.alloc(FILE_BYTES, 'x')], 'file.csv');
  const { body, text } = await app.request(name.split(' ')[1] ?? '', {
    form: formOf({ [field]: file }),
    cookie,
  });
  // The file is refused for what it contains, or the form for what it lacks or names.
  expect(['INVALID_INPUT', 'INVALID_FILE_TYPE', 'INVALID_IMAGE', 'NOT_FOUND'], text).toContain(body['code']);
});
