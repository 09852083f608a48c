/** Chapter 2: what may be sent, in which order, and what it may cost. */
import { uncheckedInput } from './encoding.ts';
import type { Mutations } from './mutation.ts';

export const businessMutations: Mutations = {
  '2.1.1': { file: 'api/contracts/calls/calls.ts', code: '  ...pdfTableCalls,\n' },
  '2.1.2': {
    file: 'api/domain/jobs/intake/template-workbook.ts',
    code: 'textCell(english(hint), { wrap: true })',
    instead: "textCell('', { wrap: true })",
  },
  '2.1.3': {
    file: 'api/contracts/payments/messages.ts',
    code: 'Minimum purchase amount is {#amountBdt} BDT',
    instead: 'The amount is below {#amountBdt} BDT',
  },
  '2.2.1': uncheckedInput,
  '2.2.2': {
    file: 'api/domain/jobs/start-job.ts',
    code: 'price !== hundredthsFromCredits(input.totalCredits)',
    instead: 'price < 0',
  },
  '2.2.3': {
    file: 'activities/services/damco-booking/service.ts',
    code: "Number(row['carton_qty']) > Number(row['order_qty'])",
    instead: 'false',
  },
  '2.3.1': {
    file: 'api/domain/jobs/uploads.ts',
    code: "  if (fileKey === documentsKey) throw new DomainError('REX_FILES_REQUIRED');\n",
  },
  '2.3.2': {
    file: 'api/domain/jobs/job-opening.ts',
    code: 'isDraft ? priceFor(job, paidRows, job.costPerRow) : job.reservedAmount',
    instead: 'isDraft ? 0n : job.reservedAmount',
  },
  '2.3.3': {
    file: 'api/domain/jobs/job-ending.ts',
    code: 'return db.$transaction(async (tx) => {\n    const job = await lockJob(tx, end.jobId);',
    instead:
      'return ((steps: (tx: Transaction) => Promise<Ended>) => steps(db as never))(async (tx) => {\n    const job = await lockJob(tx, end.jobId);',
  },
  // Without the lock each reads what was there when its statement began; the pause lets all of them begin.
  '2.3.4': {
    file: 'prisma/migrations/0060_ledger_moves/migration.sql',
    code: 'FROM ledger_accounts a WHERE a.id = v_customer FOR NO KEY UPDATE;',
    instead: 'FROM ledger_accounts a, pg_sleep(0.2) WHERE a.id = v_customer;',
  },
  '2.4.1': {
    file: 'api/contracts/calls/portals.ts',
    code: "    limit: 'credentialTestPerUser',\n",
  },
};
