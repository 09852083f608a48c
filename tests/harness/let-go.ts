/** The last check before a call that moves money leaves, where a test has no owner of the call to ask. */
import type { LetGo } from '#api/adapters/bkash/types.ts';

export const letItGo: LetGo = async () => true;
