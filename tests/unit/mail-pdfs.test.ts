/** The PDFs of one email: those of emails that it forwards as attachments, and the limits of both. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { closePdfPool } from '#activities/pdf/reading/pool.ts';
import { config } from '#activities/portals/mailbox/config.ts';
import { readMail } from '#activities/portals/mailbox/mail-pdfs.ts';
import { pdf } from '#tests/harness/job-calls.ts';
import { saying } from '#tests/harness/saying.ts';

const { pdfsPerMailMax } = config;
afterEach(() => {
  config.pdfsPerMailMax = pdfsPerMailMax;
});
afterAll(closePdfPool);

const document = Buffer.from(await pdf().arrayBuffer()).toString('base64');

const pdfPart = (name: string): string =>
  [
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    document,
  ].join('\r\n');

const mailPart = (mail: string, disposition = 'attachment; filename="forwarded.eml"'): string =>
  ['Content-Type: message/rfc822', `Content-Disposition: ${disposition}`, '', mail].join('\r\n');

/** Each mail has its own boundary, because one may hold another. */
let boundaries = 0;
function mailOf(text: string, ...parts: string[]): string {
  boundaries += 1;
  const boundary = `part-${boundaries}-end`;
  return [
    'From: fcr.dhaka@lns.maersk.com',
    `Subject: ${text}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...[`Content-Type: text/plain\r\n\r\n${text}`, ...parts].flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

const read = (mail: string) => readMail(Buffer.from(mail));
const namesOf = ({ pdfs }: Awaited<ReturnType<typeof read>>): string[] => pdfs.map(({ name }) => name);

test('the PDFs and the text of an email that is forwarded as an attachment are read', async () => {
  const forwarded = mailOf('SO 43680233', pdfPart('fcr.pdf'));
  const content = await read(mailOf('See below', pdfPart('own.pdf'), mailPart(forwarded)));
  expect(namesOf(content)).toEqual(['own.pdf', 'fcr.pdf']);
  expect(content.text).toContain('See below');
  expect(content.text).toContain('SO 43680233');
  expect(content.warnings).toEqual([]);
});

test('an email that is forwarded inside the text is read once', async () => {
  const content = await read(
    mailOf('See below', mailPart(mailOf('SO 43680233', pdfPart('fcr.pdf')), 'inline')),
  );
  expect(namesOf(content)).toEqual(['fcr.pdf']);
  expect(content.text).toContain('SO 43680233');
});

test('emails are read three levels deep, and a warning reports a deeper one', async () => {
  const third = mailOf('third', pdfPart('third.pdf'));
  const nested = (mail: string): string => mailOf('outer', mailPart(mail));
  const fits = await read(nested(nested(nested(third))));
  expect([namesOf(fits), fits.warnings]).toEqual([['third.pdf'], []]);
  const tooDeep = await read(nested(nested(nested(nested(third)))));
  expect(namesOf(tooDeep)).toEqual([]);
  expect(tooDeep.warnings).toEqual([saying('An attached mail was not read')]);
});

test('the limit of PDFs counts those of forwarded emails', async () => {
  config.pdfsPerMailMax = 1;
  const forwarded = mailOf('SO 43680233', pdfPart('fcr.pdf'));
  const content = await read(mailOf('See below', pdfPart('own.pdf'), mailPart(forwarded)));
  expect(namesOf(content)).toEqual(['own.pdf']);
  expect(content.warnings).toEqual([saying('Only 1 of 2 PDFs of a mail were read.')]);
});
