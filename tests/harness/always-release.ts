/** The last check before a call that moves money is sent, for tests in which the call has no owner to ask. */
import type { Release } from '#api/adapters/bkash/types.ts';

export const alwaysRelease: Release = async () => true;
