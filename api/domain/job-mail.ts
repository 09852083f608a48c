/** The mail about a job that has ended, for customers who asked for it: once per job and attempt. */
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, formatCredits } from '#contracts/credits.ts';
import type { Database } from '#prisma/client.ts';
import { plural } from './job-record.ts';
import { jobEndedMail } from './mails.ts';

type MailDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'>;

const SEND_ATTEMPTS_MAX = 3;

const endings: Record<string, string> = { completed: 'Automation complete', failed: 'Automation failed' };

/**
 * Never throws: a job has ended whether or not its mail leaves. The event of the timeline is written before the mail is
 * sent, so that a step which is played again does not send a second one.
 */
export async function mailJobEnd(deps: MailDeps, ended: { jobId: string; attempt: number }): Promise<void> {
  try {
    await sendOnce(deps, ended);
  } catch (error) {
    deps.logger.error({ err: error, ...ended }, 'the mail about an ended job was not sent');
  }
}

async function sendOnce(
  { db, env, mailer }: MailDeps,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<void> {
  const job = await db.job.findFirst({
    where: {
      id: jobId,
      attempt,
      finishedAt: { not: null },
      user: { mailOnCompletion: true, deletedAt: null },
    },
    include: { user: { select: { email: true } } },
  });
  const ending = job && endings[job.state];
  if (!job || !ending || !(await claim(db, jobId, attempt))) return;
  const mail = jobEndedMail(job.user, {
    ending: `${ending}: ${job.serviceName}`,
    about: `${job.serviceName}: ${job.fileName}. ${job.errorMessage ?? ''}`.trim(),
    outcomes: await outcomesText(db, job),
    url: new URL(`/dashboard/jobs/${jobId}`, env.APP_URL).href,
  });
  for (let tries = 1; ; tries += 1) {
    try {
      return await mailer.send(mail);
    } catch (error) {
      if (tries < SEND_ATTEMPTS_MAX) continue;
      await db.jobEvent.deleteMany({ where: { jobId, key: eventKey(attempt) } });
      throw error;
    }
  }
}

const eventKey = (attempt: number): string => `mailed-${attempt}`;

/** True for the one caller that writes the event. */
async function claim(db: Database, jobId: string, attempt: number): Promise<boolean> {
  const { count } = await db.jobEvent.createMany({
    data: [{ jobId, key: eventKey(attempt), kind: 'mailed', message: 'We told you by mail' }],
    skipDuplicates: true,
  });
  return count > 0;
}

type EndedJob = { id: string; rowsTotal: number; rowsSucceeded: number; capturedAmount: bigint };

/** "5 rows: 3 done, 1 NOT_FOUND, 1 REJECTED. 4.00 credits used." */
async function outcomesText(db: Database, job: EndedJob): Promise<string> {
  const counts = await db.jobRow.groupBy({
    by: ['outcome'],
    where: { jobId: job.id, outcome: { notIn: ['SUCCESS', 'ALREADY_DONE'] } },
    _count: true,
    orderBy: { outcome: 'asc' },
  });
  const others = counts.map(
    ({ outcome, _count }) => `${_count} ${(outcome ?? 'open').toLowerCase().replaceAll('_', ' ')}`,
  );
  const ends = [`${job.rowsSucceeded} done`, ...others].join(', ');
  const used = formatCredits(creditsFromHundredths(job.capturedAmount));
  return `${job.rowsTotal} ${plural(job.rowsTotal, 'row')}: ${ends}. Credits used: ${used}.`;
}
