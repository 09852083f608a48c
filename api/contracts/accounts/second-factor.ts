/** Calls about the second factor of one's own account: its state, switching it on, and off again. */
import { z } from 'zod';
import { currentPassword } from './account.ts';
import { secondFactorCode } from './auth.ts';

/** Codes for who has lost the app. */
export const recoveryCodeCount = 8;

export const beginSecondFactorBody = z.object({ currentPassword });
export const confirmSecondFactorBody = z.object({ code: secondFactorCode });
export const disableSecondFactorBody = z.object({ currentPassword, code: secondFactorCode });
