/**
 * The context that a runner gets beside its session, for tests that run one row: no person answers, and there is no
 * document and no exchange rate.
 */
import { PortalFault, type LoginContext } from '#activities/portals/contract.ts';
import type { RunContext } from '#services/runner.ts';

export const nobodyAnswers: LoginContext = {
  scope: '',
  ask: async ({ prompt }) => {
    throw new PortalFault('HUMAN_REQUIRED', prompt);
  },
};

export function runContext(given: Partial<RunContext> = {}): RunContext {
  return {
    signal: new AbortController().signal,
    ask: nobodyAnswers.ask,
    readDocument: async () => null,
    keptLayouts: async () => [],
    noteTables: async () => undefined,
    exporterName: async () => 'Padma Apparels Limited',
    incentiveRate: async () => null,
    ...given,
  };
}
