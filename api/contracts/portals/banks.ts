/** Schemas of the calls about banks that take claims of the cash incentive. */
import { z } from 'zod';
import { optionalReason } from '#contracts/accounts/admin-users.ts';
import { statedReason } from '#contracts/accounts/reasons.ts';
import { bankKey } from './bank-keys.ts';

const name = z.string().trim().min(2, 'Please enter the name of the bank.').max(80);
const bankFields = {
  nameEn: name,
  nameBn: name,
  hasDesk: z.boolean().describe('Whether it takes claims on the web; else jobs only make the documents.'),
};
const changedBank = z.object({ ...bankFields, isEnabled: z.boolean() });

export const addBankBody = z.object({ key: bankKey, ...bankFields, reason: optionalReason });
export const changeBankBody = changedBank.extend({
  known: changedBank
    .optional()
    .describe('The bank that the change was made from. If it has changed since, nothing is stored.'),
  reason: optionalReason,
});
export const bankPath = z.object({ bankKey });
export const bankAddressBody = z.object({
  address: z.string().trim().min(1, 'Please enter the address of the desk.').max(300),
  hosts: z.string().trim().max(1_000).default(''),
  reason: statedReason,
});
export type BankAddress = { address: string; hosts: string };
