/** The shapes in which bKash refuses: each is one typed failure, and success is never guessed. */
import { describe, expect, it } from 'vitest';
import { readEnvelope } from '#api/adapters/bkash/envelopes.ts';

const answer = (status: number, body: unknown) =>
  readEnvelope({
    kind: 'answer',
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
const failure = (status: number, body: unknown) => {
  const envelope = answer(status, body);
  return envelope.ok ? 'success' : envelope.failure;
};

describe('an envelope', () => {
  it("an envelope with a code is refused with that code and bKash's words in every spelling [error-codes]", () => {
    const refused = { kind: 'refused', code: '2006', words: 'Invalid Amount' };
    expect(failure(200, { statusCode: '2006', statusMessage: 'Invalid Amount' })).toEqual(refused);
    expect(failure(200, { statusCode: 2006, statusMessage: 'Invalid Amount' })).toEqual(refused);
    expect(failure(200, { errorCode: '2006', errorMessage: 'Invalid Amount' })).toEqual(refused);
    expect(
      failure(400, {
        internalCode: 'x',
        externalCode: '2006',
        errorMessageEn: 'Invalid Amount',
        errorMessageBn: null,
      }),
    ).toEqual(refused);
  });

  it("an envelope's externalCode precedes its errorCode, which precedes its statusCode", () => {
    const all = { externalCode: '2023', errorCode: '2006', statusCode: '2062' };
    expect(failure(200, all)).toMatchObject({ code: '2023' });
    expect(failure(200, { ...all, externalCode: '' })).toMatchObject({ code: '2006' });
    expect(failure(200, { ...all, externalCode: null, errorCode: null })).toMatchObject({ code: '2062' });
    expect(failure(400, { internalCode: 'payment_already_completed', externalCode: null })).toMatchObject({
      kind: 'alreadyDone',
    });
  });

  it.each([
    ['2023', 'refused'],
    ['2029', 'refused'],
    ['2002', 'refused'],
    ['2072', 'refused'],
    ['2056', 'notApproved'],
    ['2060', 'notApproved'],
    ['2062', 'alreadyDone'],
    ['2068', 'alreadyDone'],
    ['2117', 'alreadyDone'],
    ['2119', 'alreadyDone'],
    ['2001', 'config'],
    ['2079', 'unauthorized'],
    ['2003', 'unknown'],
    ['2020', 'unknown'],
    ['2024', 'unknown'],
    ['503', 'unknown'],
    ['9999', 'unknown'],
    ['4711', 'unknown'],
  ])('an envelope with code %s is read as %s', (code, kind) => {
    expect(failure(200, { statusCode: code, statusMessage: 'Words of bKash' })).toEqual({
      kind,
      code,
      words: 'Words of bKash',
    });
  });

  it('an envelope of a failing server is unknown, whatever code it contains', () => {
    expect(failure(503, { statusCode: '2023', statusMessage: 'Insufficient Balance' })).toMatchObject({
      kind: 'unknown',
    });
    expect(failure(504, { message: 'Endpoint request timed out' })).toMatchObject({ kind: 'unknown' });
    expect(failure(502, '<html><h1>Bad Gateway</h1></html>')).toMatchObject({ kind: 'unknown' });
  });

  it('an envelope of the gateway is judged by its status, and its words are hidden from the payer', () => {
    for (const [status, message, kind] of [
      [401, 'Unauthorized', 'unauthorized'],
      [403, 'Forbidden', 'config'],
      [403, 'Missing Authentication Token', 'config'],
      [400, 'Invalid request body', 'refused'],
      [429, 'Too Many Requests', 'unknown'],
    ] as const) {
      const envelope = answer(status, { message });
      expect(envelope).toMatchObject({ ok: false, gateway: true, failure: { kind, code: null } });
      expect(JSON.stringify(envelope)).not.toContain(message);
    }
  });

  it('an envelope that cannot be read is unknown, also with HTTP 200 and as a redirect', () => {
    for (const body of ['', 'null', '[]', '"ok"', '{"paymentID":', '<html></html>', '{}x']) {
      expect(failure(200, body), body).toMatchObject({ kind: 'unknown', code: null });
      expect(failure(401, body), body).toMatchObject({ kind: 'unknown', code: null });
    }
    expect(failure(302, {})).toMatchObject({ kind: 'unknown' });
    expect(failure(404, {})).toMatchObject({ kind: 'unknown' });
  });

  it('an answer that was lost is unknown, and one whose request was never sent is unreachable', () => {
    expect(readEnvelope({ kind: 'lost', reason: 'TimeoutError' })).toMatchObject({
      failure: { kind: 'unknown' },
    });
    expect(readEnvelope({ kind: 'unreachable', reason: 'ECONNREFUSED' })).toMatchObject({
      failure: { kind: 'unreachable' },
    });
  });

  it('an envelope is a success with code 0000, or without any code as in family v2', () => {
    expect(answer(200, { statusCode: '0000', errorCode: null, paymentID: 'P' })).toMatchObject({ ok: true });
    expect(answer(200, { paymentId: 'P' })).toMatchObject({ ok: true });
  });

  it("an envelope's words never exceeds what a page can show", () => {
    const found = failure(200, { statusCode: '2006', statusMessage: 'x'.repeat(5000) });
    expect(found).toMatchObject({ words: 'x'.repeat(255) });
  });
});
