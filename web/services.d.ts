/** What `services-plugin.ts` makes at build time. */
declare module 'virtual:services' {
  export const services: readonly import('#services/contract.ts').ServiceSummary[];
}
