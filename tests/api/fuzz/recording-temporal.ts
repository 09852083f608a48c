/**
 * Stands in for Temporal: it is unavailable or accepts calls, and records for which customer a workflow would have
 * acted.
 */
import type { Temporal } from '#temporal/client.ts';

/** Workflow answers for which customers' calls wait; all others stay unanswered. */
const answers: Readonly<Record<string, unknown>> = {
  admit: { newBalanceHundredths: 10_000, queuePosition: null, rowsTotal: 1 },
  retryFailedRows: { newBalanceHundredths: 10_000, queuePosition: null, rowsTotal: 1 },
  credentialTest: { outcome: 'ok', message: '' },
};

export function createRecordingTemporal(isAway: () => boolean) {
  let recorded: unknown[] = [];
  const away = (): Promise<never> => Promise.reject(new Error('The Temporal server is away.'));
  const asked = (...what: unknown[]): Promise<never> => {
    recorded.push(what);
    return away();
  };
  const record =
    (answer: unknown) =>
    (...what: unknown[]): Promise<unknown> => {
      recorded.push(what);
      return isAway() ? away() : Promise.resolve(answer);
    };
  const ask = (name: string, ...what: unknown[]): Promise<unknown> =>
    name in answers ? record(answers[name])(name, ...what) : asked(name, ...what);
  const handle = (id: string) => ({
    executeUpdate: (...what: unknown[]) => record(undefined)(id, ...what),
    signal: (...what: unknown[]) => record(undefined)(id, ...what),
    update: () => record(undefined)(id),
    delete: () => record(undefined)(id),
    describe: () => asked(id),
  });
  const temporal = {
    connection: { close: () => Promise.resolve() },
    workflowService: { getSystemInfo: away, describeTaskQueue: away },
    workflow: {
      start: record({ result: away }),
      execute: ask,
      executeUpdateWithStart: ask,
      signalWithStart: record(undefined),
      getHandle: handle,
    },
    schedule: { create: record(undefined), getHandle: handle },
  } as unknown as Temporal;
  return {
    temporal,
    /** Everything recorded since the last call, as text. */
    taken: (): string => {
      const text = JSON.stringify(recorded, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      recorded = [];
      return text;
    },
  };
}
