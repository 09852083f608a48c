/** Figures on the public pages: either texts set by administrators, or counts from the database. */
import type { Deps } from '#api/deps.ts';
import type { MarketingFigures } from '#contracts/site/pages.ts';
import type { ShownFigure, ShownFigures } from '#contracts/calls/site-answers.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { getSettings, startableServices } from './settings.ts';

/** Maximum age of the counts: they need not be more recent, and every visitor requests them. */
const MEASURED_FOR_MS = 10 * 60_000;
const STATEMENT_MS = 5_000;

type Measured = { rowsDone: number; rowsSucceeded: number; customers: number };
type FigureDeps = Pick<Deps, 'db' | 'clock'>;

/** Returns a function that reads the figures. It counts at most once in `MEASURED_FOR_MS` and caches the result. */
export function figuresReader({ db, clock }: FigureDeps): () => Promise<ShownFigures> {
  let last: Promise<Measured> | null = null;
  let lastMs = 0;
  const measured = (): Promise<Measured> => {
    const nowMs = clock().getTime();
    if (last === null || nowMs - lastMs > MEASURED_FOR_MS) {
      lastMs = nowMs;
      last = measure(db);
      // A failed count is repeated for the next visitor.
      last.catch(() => (last = null));
    }
    return last;
  };
  return async () => {
    const settings = await getSettings(db);
    const { marketingFigures, showMeasuredFigures } = settings;
    if (!showMeasuredFigures) return { measured: false, figures: enteredFigures(marketingFigures) };
    const { availability } = marketingFigures;
    return {
      measured: true,
      figures: countedFigures(await measured(), startableServices(settings).length, availability),
    };
  };
}

/** Counts over all jobs that have ended, without practice runs. */
function measure(db: FigureDeps['db']): Promise<Measured> {
  return withStatementLimit(db, STATEMENT_MS, async (tx) => {
    const [counted] = await tx.$queryRaw<{ done: bigint; succeeded: bigint; customers: bigint }[]>`
      SELECT coalesce(sum(rows_done), 0)::bigint AS done, coalesce(sum(rows_succeeded), 0)::bigint AS succeeded,
        count(DISTINCT user_id) AS customers
      FROM jobs WHERE finished_at IS NOT NULL AND rows_done > 0 AND NOT is_practice`;
    return {
      rowsDone: Number(counted?.done ?? 0),
      rowsSucceeded: Number(counted?.succeeded ?? 0),
      customers: Number(counted?.customers ?? 0),
    };
  });
}

const enteredFigures = (texts: MarketingFigures): ShownFigure[] => [
  { name: 'services', value: texts.services },
  { name: 'successRate', value: texts.successRate },
  { name: 'availability', value: texts.availability },
  { name: 'dailyProcesses', value: texts.dailyProcesses },
  { name: 'businesses', value: texts.businesses },
  { name: 'successRateElsewhere', value: texts.successRateElsewhere },
];

/** Without rows there is no success rate. */
function countedFigures(
  { rowsDone, rowsSucceeded, customers }: Measured,
  services: number,
  availability: string,
): ShownFigure[] {
  const rate = rowsDone === 0 ? null : `${Math.floor((rowsSucceeded / rowsDone) * 1000) / 10}%`;
  const rates: ShownFigure[] =
    rate === null
      ? []
      : [
          { name: 'successRate', value: rate },
          { name: 'successRateElsewhere', value: rate },
        ];
  return [
    { name: 'services', value: String(services) },
    ...rates,
    { name: 'availability', value: availability },
    { name: 'rowsDone', value: rowsDone.toLocaleString('en-US') },
    { name: 'customers', value: customers.toLocaleString('en-US') },
  ];
}
