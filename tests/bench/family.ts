/** What a family of benchmarks is: measurements, each with the reference that it is measured against in the same run. */
import type { BenchStack } from './measure.ts';
import type { MeasuredService } from './baseline/scripts.ts';

type Options = {
  /** Rows of a large job, or of each service; each measurement has its own default. */
  rows?: number;
  sessions?: number;
  minutes?: number;
  /** The only service whose rows are measured. */
  service?: MeasuredService;
};

export type Bench = {
  /** The whole platform, which the first measurement that asks for it starts for all. */
  stack: () => Promise<BenchStack>;
  options: Options;
};

type Measurement = {
  against: string;
  measure: (bench: Bench) => Promise<void>;
  /** Runs only if it is named, because it takes long or installs other programs. */
  isOnlyByName?: boolean;
};

export type Family = Record<string, Measurement>;

export type Chosen = Measurement & { name: string };

/**
 * Returns the measurements that the names choose: `api` chooses a family, `api:ledger` one of its measurements, and no
 * name at all chooses every family.
 */
export function chosenBy(families: Record<string, Family>, names: readonly string[]): Chosen[] {
  return Object.entries(families).flatMap(([family, measurements]) =>
    Object.entries(measurements).flatMap(([measurement, given]) => {
      const name = `${family}:${measurement}`;
      const isInFamily = !given.isOnlyByName && (names.length === 0 || names.includes(family));
      return isInFamily || names.includes(name) ? [{ ...given, name }] : [];
    }),
  );
}
