/** The mail about an ended job, for customers who enabled it: once per job and attempt. */
import { messageOrNull, sequence, type Message } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, formatCredits } from '#contracts/credits/credits.ts';
import { jobMailMessages } from '#contracts/jobs/mail-messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { outcomeMessages } from '#contracts/jobs/outcome-messages.ts';
import { succeededOutcomes, type JobState, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { shownStateOf, type ShownState } from '#contracts/jobs/shown-state.ts';
import type { Database } from '#prisma/client.ts';
import { bankToName } from '#api/domain/portals/banks.ts';
import { languageOf, mailTo, type MailContent } from '#api/domain/messaging/mails.ts';

type MailDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'>;

const SEND_ATTEMPTS_MAX = 3;

/**
 * Never throws, because a job has ended whether or not its mail is sent. The timeline event is written before the
 * mail is sent, so that a replayed step does not send a second one.
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
    include: { user: { select: { email: true, language: true } } },
  });
  const ending = job && endingOf(job);
  if (!job || !ending || !(await claim(db, jobId, attempt))) return;
  const bank = await bankToName(db, job.bankKey);
  const content = jobEndedMail({
    ending,
    serviceName: job.serviceName,
    fileName: job.fileName,
    bank: bank?.[languageOf(job.user)] ?? null,
    reason: messageOrNull(job.errorMessage) ?? noneFoundIn(job),
    rows: job.rowsTotal,
    succeeded: job.rowsSucceeded,
    others: await otherEnds(db, jobId),
    creditsUsed: creditsFromHundredths(job.capturedAmount),
    url: new URL(`/dashboard/jobs/${jobId}`, env.APP_URL).href,
  });
  const mail = mailTo(job.user, content);
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

type Ending = 'completed' | 'partlyDone' | 'failed';

const endings: Partial<Record<ShownState, Ending>> = {
  done: 'completed',
  partly_done: 'partlyDone',
  failed: 'failed',
};

type CountedJob = { state: string; rowsTotal: number; rowsSucceeded: number; rowsNotFound: number };

/** Returns null for a job that its customer cancelled, because the customer needs no mail about it. */
const endingOf = (job: CountedJob): Ending | null =>
  endings[shownStateOf({ ...job, state: job.state as JobState })] ?? null;

/** Returns the sentence about a look-up that found none of its rows; null for other jobs. */
function noneFoundIn({ rowsTotal: rows, rowsNotFound }: CountedJob): Message | null {
  if (rowsNotFound === 0 || rowsNotFound < rows) return null;
  return rows === 1 ? jobMailMessages.oneNotFound() : jobMailMessages.noneFound({ rows });
}

const eventKey = (attempt: number): string => `mailed-${attempt}`;

/** Returns true only to the one caller that writes the event. */
async function claim(db: Database, jobId: string, attempt: number): Promise<boolean> {
  const { count } = await db.jobEvent.createMany({
    data: [{ jobId, key: eventKey(attempt), kind: 'mailed', message: jobMessages.toldByMail() }],
    skipDuplicates: true,
  });
  return count > 0;
}

async function otherEnds(
  db: Database,
  jobId: string,
): Promise<{ outcome: RowOutcome | null; rows: number }[]> {
  const counts = await db.jobRow.groupBy({
    by: ['outcome'],
    where: { jobId, outcome: { notIn: [...succeededOutcomes] } },
    _count: true,
    orderBy: { outcome: 'asc' },
  });
  return counts.map(({ outcome, _count }) => ({ outcome: outcome as RowOutcome | null, rows: _count }));
}

type EndedJob = {
  ending: Ending;
  serviceName: string;
  fileName: string;
  /** The bank of its claims, where there are several. */
  bank: string | null;
  /** Why it failed, or that nothing was found; null if there is nothing to say. */
  reason: Message | null;
  rows: number;
  succeeded: number;
  /** Rows with other outcomes; null for rows without an outcome. */
  others: { outcome: RowOutcome | null; rows: number }[];
  creditsUsed: number;
  url: string;
};

/** Exported for tests. "5 rows: 3 done, 1 not found, 1 refused by the portal. Credits used: 4.00." */
export function jobEndedMail(job: EndedJob): MailContent {
  const { serviceName: service, fileName: file, bank, reason, rows, creditsUsed, url } = job;
  const about = jobMailMessages.file({ service, file });
  return {
    subject: jobMailMessages[job.ending]({ service }),
    parts: [
      sequence(bank === null ? about : sequence(about, jobMailMessages.bank({ bank })), reason),
      jobMailMessages.figures({ rows, ends: endsOf(job), credits: formatCredits(creditsUsed) }),
      { label: jobMailMessages.seeRows(), url },
      jobMailMessages.askedFor(),
    ],
  };
}

function endsOf({ succeeded, others }: EndedJob): Message {
  const otherEnd = ({ outcome, rows }: EndedJob['others'][number]): Message =>
    jobMailMessages.otherEnd({
      rows,
      outcome: outcome ? outcomeMessages[outcome]() : jobMailMessages.withoutOutcome(),
    });
  return others.reduce(
    (ends, other) => jobMailMessages.list({ ends, next: otherEnd(other) }),
    jobMailMessages.done({ rows: succeeded }),
  );
}
