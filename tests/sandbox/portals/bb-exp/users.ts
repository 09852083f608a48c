/** Logins of the EXP portal; `scope` lists the AD branches a user may see. */
import type { User } from '#tests/sandbox/framework/users.ts';
import { adCodes } from './seed.ts';

const BENCH_USERS = 20;

export const users: readonly User[] = [
  { username: 'padma', password: 'padma1234', scope: adCodes },
  { username: 'nordic', password: 'nordic1234', scope: adCodes },
  { username: 'locked', password: 'locked1234', scope: adCodes, trouble: 'locked' },
  { username: 'expired', password: 'expired1234', scope: adCodes, trouble: 'expired-password' },
  { username: 'otp', password: 'otp1234', scope: adCodes, trouble: 'otp' },
  { username: 'noperm', password: 'noperm1234', scope: [], trouble: 'no-permission' },
  ...Array.from({ length: BENCH_USERS }, (_, n) => ({
    username: `exporter${String(n + 1).padStart(2, '0')}`,
    password: 'exporter1234',
    scope: adCodes,
  })),
];
