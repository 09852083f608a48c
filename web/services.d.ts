/** Declares the modules that `services-plugin.ts` generates at build time. */
declare module 'virtual:services' {
  import type { ServiceSummary } from '#services/contract.ts';

  export const services: readonly ServiceSummary[];
}

declare module 'virtual:value-labels' {
  /** Bengali labels of the values that rows return, by the name of the output column. */
  export const valueLabels: Readonly<Record<string, string>>;
}
