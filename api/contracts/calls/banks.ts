/** Calls about the banks that take claims of the cash incentive. */
import { z } from 'zod';
import { addBankBody, bankAddressBody, bankPath, changeBankBody } from '#contracts/portals/banks.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { bankChoice, bankEntry } from './banks-answers.ts';
import { group, message, type CallTable } from './call.ts';

const job = group('Jobs');

export const bankCalls = {
  'GET /api/banks': job('List the banks that claims can be made at.', {
    access: 'verified',
    scope: 'jobs:read',
    answer: z.object({
      banks: z.array(bankChoice),
      impliedKey: z
        .string()
        .nullable()
        .describe(
          'The bank of a start that names none: the only one, or the only one with a login of the customer; else null.',
        ),
      lastKey: z.string().nullable().describe('The bank of the last job, if it is among them.'),
    }),
  }),
  'GET /api/admin/banks': admin('List the banks.', {
    ...admins,
    answer: z.object({ banks: z.array(bankEntry) }),
  }),
  'POST /api/admin/banks': admin('Add a bank.', {
    ...admins,
    body: addBankBody,
    answer: message,
    errors: ['BANK_EXISTS', 'LIMIT_REACHED'],
  }),
  'PUT /api/admin/banks/:bankKey': admin('Change a bank.', {
    ...admins,
    params: bankPath,
    body: changeBankBody,
    answer: message,
    errors: ['BANK_UNKNOWN', 'CHANGED_MEANWHILE'],
  }),
  'PUT /api/admin/banks/:bankKey/address': admin("Propose the address of a bank's desk.", {
    ...admins,
    params: bankPath,
    body: bankAddressBody,
    answer: orWaiting(message),
    errors: ['BANK_UNKNOWN', 'BANK_ADDRESS_REFUSED'],
  }),
} satisfies CallTable;
