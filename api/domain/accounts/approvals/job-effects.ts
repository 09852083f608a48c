/** The act on a job that may require two administrators: its refund. */
import { refundJob } from '#api/domain/jobs/admin-job-actions.ts';
import { hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { nothingAfter, type Effect } from './contract.ts';

export const jobRefund: Effect<'job_refund'> = {
  subject: ({ jobId }) => `job/${jobId}`,
  values: ({ credits: amount }) => ({ credits: amount }),
  weigh: async (tx, { jobId, credits: amount }) => {
    if ((await tx.job.count({ where: { id: jobId } })) === 0) throw new DomainError('NOT_FOUND');
    return { creditsHundredths: BigInt(hundredthsFromCredits(amount)) };
  },
  apply: async (tx, _deps, { jobId, credits: amount }, { adminId, reason, key }) => {
    const amountHundredths = BigInt(hundredthsFromCredits(amount));
    const answer = await refundJob(tx, { jobId, adminId, reason, key, amountHundredths });
    return { answer, after: nothingAfter };
  },
};
