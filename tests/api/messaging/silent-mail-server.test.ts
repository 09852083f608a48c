/** A mail server that accepts connections and then says nothing holds up neither mails to come nor the ends of jobs. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { endJob } from '#activities/job-end.ts';
import { createMailer } from '#api/adapters/mailer.ts';
import { quote } from '#contracts/messages/message.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { newJob } from '#tests/api/accounts/account-jobs.ts';
import { startTestApp } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
/** The half minute after which Temporal gives up the step that mails a notification. */
const STEP_MS = 30_000;
const mail = { to: 'ana@example.test', subject: 'Hello', text: 'Hello.' };

/** Starts a server that sends these lines to each client, and nothing else. */
async function startSilentServer(lines: string): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.write(lines);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a mail server that says nothing', () => {
  test.each([
    ['at all', ''],
    ['after its greeting', '220 ready\r\n'],
  ])(
    'a mail to a server that says nothing %s fails before its step is given up',
    async (_when, lines) => {
      const mailer = createMailer({ ...app.env, SMTP_URL: await startSilentServer(lines) });
      await expect(mailer.send(mail)).rejects.toThrow();
    },
    STEP_MS,
  );

  test('a job ends while the mail server does not take its mail', async () => {
    const ana = await app.signUpAndVerify();
    await db.user.update({ where: { id: ana.id }, data: { mailOnCompletion: true } });
    const job = await newJob(app, ana, { rows: ['SUCCESS'] });
    const held = { jobId: job.id, attempt: 1, userId: ana.id, amountHundredths: 100n };
    await reserve(db, { ...held, description: quote('PDF to Excel Converter: boxes.pdf') });
    const mailer = { send: () => new Promise<void>(() => undefined) };
    const end = {
      jobId: job.id,
      attempt: 1,
      state: 'completed',
      errorCode: null,
      errorMessage: null,
    } as const;
    expect(await endJob({ ...app.deps, mailer }, end)).toMatchObject({ succeeded: 1 });
  }, 60_000);
});
