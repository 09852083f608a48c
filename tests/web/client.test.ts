/** The web client builds the addresses in the registry, and only existing calls compile. */
import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, ApiError, call, isTemporary } from '#web/lib/client.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(answer: object, status = 200) {
  const fetched = vi.fn(async () => Response.json(answer, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('parameters and queries are encoded in the address, and undefined ones are left out', () => {
  expect(addressOf('GET /api/jobs/:jobId/files/:fileId', { jobId: 'a/b', fileId: 'c?d' })).toBe(
    '/api/jobs/a%2Fb/files/c%3Fd',
  );
  const query = { limit: 10, search: 'EXP & more', dateFrom: undefined, transactionType: undefined };
  expect(addressOf('GET /api/users/:userId/credit-history', { userId: 'u1' }, query)).toBe(
    '/api/users/u1/credit-history?limit=10&search=EXP+%26+more',
  );
});

test("a call sends its body as JSON with its idempotency key and returns the server's answer", async () => {
  const fetched = answering({ success: true, message: 'Kept.' });
  const body = { newPassword: 'a longer one', token: 'abc' };
  expect(await call('POST /api/auth/reset-password', { body, key: 'one-request' })).toMatchObject({
    message: 'Kept.',
  });
  expect(fetched).toHaveBeenCalledWith(
    '/api/auth/reset-password',
    expect.objectContaining({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Idempotency-Key': 'one-request', 'Content-Type': 'application/json' },
    }),
  );
});

test('a refused call throws the code, the message and the request id of the answer', async () => {
  answering({ success: false, code: 'NOT_FOUND', message: 'Not found.', requestId: 'r1' }, 404);
  await expect(call('GET /api/jobs/:jobId', { params: { jobId: 'x' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
    requestId: 'r1',
  });
});

/** Read only by the compiler. */
export function doNotCompile(): void {
  // @ts-expect-error There is no such call.
  void call('GET /api/nothing');
  // @ts-expect-error The parameter of the path is missing.
  void call('GET /api/jobs/:jobId');
  // @ts-expect-error The parameter has another name.
  void call('GET /api/jobs/:jobId', { params: { id: 'x' } });
  // @ts-expect-error A field of the body is missing.
  void call('POST /api/auth/reset-password', { body: { token: 'abc' } });
  // @ts-expect-error The query has no such field.
  void call('GET /api/blog', { query: { colour: 'red' } });
  // @ts-expect-error The answer has no such field.
  void call('GET /api/portals').then(({ weather }) => weather);
}

test('another try is worth offering only if the request was not refused for what it contains', () => {
  const refused = (status: number, code: string) =>
    isTemporary(new ApiError({ code, status, message: 'Refused', requestId: 'r1' }));
  expect(refused(503, 'UNAVAILABLE')).toBe(true);
  expect(refused(429, 'TOO_MANY_UPLOADS')).toBe(true);
  expect(refused(400, 'UPLOAD_BROKEN_OFF')).toBe(true);
  expect(isTemporary(new Error('aborted'))).toBe(true);
  expect(refused(422, 'FILE_UNREADABLE')).toBe(false);
  expect(refused(413, 'FILE_TOO_LARGE')).toBe(false);
});
