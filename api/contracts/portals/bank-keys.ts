/** The key by which calls name a bank. */
import { z } from 'zod';

/** More than there are banks in the country. */
export const banksMax = 100;
const BANK_KEY = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export const bankKey = z
  .string()
  .min(2)
  .max(30)
  .regex(BANK_KEY, 'A key has small letters, digits and hyphens, such as delta-bank.');
