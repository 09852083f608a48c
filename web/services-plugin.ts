/**
 * Provides the service catalogue to the client as plain data (`virtual:services`), and apart from it the Bengali labels
 * of returned values (`virtual:value-labels`), which few pages need. The schemas of the columns, and the library they
 * are built with, stay on the server.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as catalogueModule from '#services/catalogue.ts';
import type * as contractModule from '#services/contract.ts';
import type * as labelsModule from '#services/families/value-labels.ts';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../activities/services/${name}.ts`, import.meta.url));

/** What each module exports, by its id. */
const modules: Record<string, () => Promise<string>> = {
  'virtual:services': async () => {
    const [catalogue, contract] = await Promise.all([
      runnerImport<typeof catalogueModule>(fileOf('catalogue')),
      runnerImport<typeof contractModule>(fileOf('contract')),
    ]);
    const summaries = catalogue.module.services.map(contract.module.summaryOf);
    return `export const services = ${JSON.stringify(summaries)};`;
  },
  'virtual:value-labels': async () => {
    const [catalogue, labels] = await Promise.all([
      runnerImport<typeof catalogueModule>(fileOf('catalogue')),
      runnerImport<typeof labelsModule>(fileOf('families/value-labels')),
    ]);
    const all = labels.module.allValueLabels(catalogue.module.services);
    return `export const valueLabels = ${JSON.stringify(all)};`;
  },
};

export function servicesPlugin(): Plugin {
  return {
    name: 'chalan-services',
    resolveId: (wanted) => (Object.hasOwn(modules, wanted) ? `\0${wanted}` : null),
    load: (wanted) => (wanted.startsWith('\0') ? (modules[wanted.slice(1)]?.() ?? null) : null),
  };
}
