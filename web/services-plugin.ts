/**
 * Provides the service catalogue to the client as plain data (`virtual:services`). The schemas of the columns, and the
 * library they are built with, stay on the server.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as catalogueModule from '#services/catalogue.ts';
import type * as contractModule from '#services/contract.ts';

const id = 'virtual:services';
const resolvedId = `\0${id}`;
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../activities/services/${name}.ts`, import.meta.url));

export function servicesPlugin(): Plugin {
  return {
    name: 'chalan-services',
    resolveId: (wanted) => (wanted === id ? resolvedId : null),
    async load(wanted) {
      if (wanted !== resolvedId) return null;
      const [catalogue, contract] = await Promise.all([
        runnerImport<typeof catalogueModule>(fileOf('catalogue')),
        runnerImport<typeof contractModule>(fileOf('contract')),
      ]);
      const summaries = catalogue.module.services.map(contract.module.summaryOf);
      return `export const services = ${JSON.stringify(summaries)};`;
    },
  };
}
