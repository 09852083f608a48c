/** Schemas of the calls about one's own second factor: its state, switching it on, and switching it off. */
import { z } from 'zod';
import { currentPassword } from './account.ts';
import { secondFactorCode } from './auth.ts';

/** Number of recovery codes, for users who lose their authenticator app. */
export const recoveryCodeCount = 8;

export const beginSecondFactorBody = z.object({ currentPassword });
export const confirmSecondFactorBody = z.object({ code: secondFactorCode });
export const disableSecondFactorBody = z.object({ currentPassword, code: secondFactorCode });
