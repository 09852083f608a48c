/** What `services-plugin.ts` makes at build time. */
declare module 'virtual:services' {
  import type { ServiceSummary } from '#services/contract.ts';

  export const services: readonly ServiceSummary[];
}
