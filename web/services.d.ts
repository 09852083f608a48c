/** Declares the module that `services-plugin.ts` generates at build time. */
declare module 'virtual:services' {
  import type { ServiceSummary } from '#services/contract.ts';

  export const services: readonly ServiceSummary[];
}
