/** What reaches a log or a message contains no secret and no complete wallet number. */
import { describe, expect, it } from 'vitest';
import { redactObject, redactText } from '#api/adapters/bkash/redact.ts';

const secrets = ['p@ss-word', 'key-0123', 'tok-abcdef'];

describe('redaction', () => {
  it('redaction empties the fields that contain secrets at any depth and in any case', () => {
    const redacted = redactObject(
      {
        headers: { Authorization: 'x1', 'X-APP-Key': 'x2', username: 'x3', password: 'x4' },
        body: [{ app_key: 'x5', app_secret: 'x6', id_token: 'x7', refresh_token: { deep: 'x8' } }],
      },
      [],
    );
    expect(JSON.stringify(redacted)).not.toMatch(/x\d/);
  });

  it('redaction removes known secrets, tokens, hashes and signatures from other texts', () => {
    const text = redactText(
      "not a valid pair in Authorization header: 'tok-abcdef' eyJhbGciOi.eyJzdWIiOi.c2ln " +
        'https://p.test/?a=1&hash=h4sh(!)*&mode=0011 https://s.test/?status=success&signature=k3YOrG8qy6',
      secrets,
    );
    for (const secret of ['tok-abcdef', 'eyJ', 'c2ln', 'h4sh', 'k3YOrG8qy6'])
      expect(text).not.toContain(secret);
    expect(text).toContain('mode=0011');
  });

  it('redaction masks wallet numbers as texts, numbers and keys but not ids and amounts', () => {
    const redacted = redactObject(
      {
        customerMsisdn: '01619777283',
        debit: 8_801_619_777_283,
        '01619777283': 1,
        paymentID: 'TR0011mqN0nOK1762072142166',
        amount: 599.5,
        none: null,
      },
      secrets,
    );
    expect(redacted).toEqual({
      customerMsisdn: '016*****283',
      debit: '88016*****283',
      '016*****283': 1,
      paymentID: 'TR0011mqN0nOK1762072142166',
      amount: 599.5,
      none: null,
    });
  });
});
