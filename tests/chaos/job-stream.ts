/** Runs many jobs of many services beside each other, as customers do who repeat what got no answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Temporal } from '#temporal/client.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { atRest, type RestingJob, type StartedService } from '#tests/harness/resting-jobs.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import type { TestStack } from '#tests/harness/stack.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { exporters } from '#tests/sandbox/portals/bb-exp/seed.ts';
import type { Dice } from './dice.ts';

const CALL_TRIES_MAX = 60;
/** Many jobs that were asked for more often would take the processor from the platform. */
const POLL_MS = 1_000;
const EVENTS_SHOWN = 40;

/** Files EXPs of invoices that no other job has. */
const OWN_FILINGS = 'exp-issue';

const filing = services.filter(({ effect }) => effect === 'submit');
const reading = services.filter(({ effect, portal }) => effect !== 'submit' && portal !== null);

/**
 * Replaces the exporter of the sample. An exporter belongs to the customer who filed for it first; others are refused as
 * if the portal did not know it.
 */
function asExporter(sheet: string, customer: number): string {
  const [ofSample] = exporters;
  const own = exporters[customer];
  if (!ofSample || !own) throw new Error(`The EXP portal has no exporter for customer ${customer + 1}.`);
  return sheet
    .replaceAll(ofSample.erc, own.erc)
    .replaceAll(ofSample.bin, own.bin)
    .replaceAll(ofSample.name, own.name);
}

type Options = {
  db: TestStack['db'];
  temporal: Temporal;
  /**
   * The first also files the samples, which a portal takes once: always under the same logins. There are at most as
   * many as the EXP portal has exporters.
   */
  customers: readonly [Customer, ...Customer[]];
  dice: Dice;
  jobTimeoutMs: number;
};

export type JobStream = {
  /** Jobs that are under way, by their ids. */
  running: ReadonlyMap<string, StartedService>;
  /** How many jobs are at rest. */
  endedCount: () => number;
  /** Runs jobs in `lanes` beside each other while `isWanted`, and returns them when all are at rest. */
  run: (lanes: number, isWanted: (started: number) => boolean) => Promise<RestingJob[]>;
};

export function createJobStream({ db, temporal, customers, dice, jobTimeoutMs }: Options): JobStream {
  const running = new Map<string, StartedService>();
  const ended: RestingJob[] = [];

  /** Half of the filings are EXPs of invoices that no other job has; the rest are samples that are filed repeatedly. */
  function chooseService(): ServiceDefinition {
    const chance = dice.roll(10);
    if (chance < 4) return filing.find(({ id }) => id === OWN_FILINGS) ?? dice.pick(filing);
    return dice.pick(chance < 8 ? filing : reading);
  }

  function chooseCustomer({ id, effect }: ServiceDefinition): Customer {
    return effect === 'submit' && id !== OWN_FILINGS ? customers[0] : dice.pick(customers);
  }

  /** The contracts are the job's own too, because the portal refuses what goes beyond the value of a contract. */
  async function sheetOf(customer: Customer, service: ServiceDefinition, turn: number): Promise<File> {
    const sheet = await template(customer, service, 'csv');
    if (service.id !== OWN_FILINGS) return sheet;
    const text = asExporter(await sheet.text(), customers.indexOf(customer))
      .replaceAll(/(\/\w\w)\/2026\/(\d{4})/g, `$1/T${turn}/$2`)
      .replaceAll(/(\w\w-\w\w)-2026-(\d+)/g, `$1-T${turn}-$2`);
    return new File([text], `invoices-${turn}.csv`);
  }

  async function runJob(turn: number): Promise<RestingJob> {
    const service = chooseService();
    const customer = chooseCustomer(service);
    const preview = await persist(async () =>
      previewSheet(customer, service, await sheetOf(customer, service, turn)),
    );
    const key = randomUUID();
    const { jobId } = await persist(() => customer.start(preview, key));
    const started = { service, jobId, customer };
    running.set(jobId, started);
    try {
      return await atRest(started, jobTimeoutMs, POLL_MS);
    } catch (error) {
      process.stdout.write(`${await evidenceOf(started)}\n`);
      throw error;
    } finally {
      running.delete(jobId);
    }
  }

  /**
   * Collects what is known of a job that neither ends nor waits for a person, because the stack is gone after a failed
   * run.
   */
  async function evidenceOf({ jobId, service }: StartedService): Promise<string> {
    const where = { jobId };
    const [job, rows, events, intents, leases, state, run] = await Promise.all([
      db.job.findUnique({ where: { id: jobId } }),
      db.jobRow.findMany({ where: { ...where, outcome: null } }),
      db.jobEvent.findMany({ where, orderBy: { id: 'desc' }, take: EVENTS_SHOWN }),
      db.portalIntent.findMany({ where }),
      db.portalLease.findMany({ where: { portal: service.portal ?? '' } }),
      db.portalState.findUnique({ where: { portal: service.portal ?? '' } }),
      temporal.workflow
        .getHandle(jobWorkflowId(service.id, jobId))
        .describe()
        .then(({ raw }) => ({ activities: raw.pendingActivities, task: raw.pendingWorkflowTask }))
        .catch(String),
    ]);
    const all = { job, rows, events, intents, leases, state, run };
    return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value), 1);
  }

  return {
    running,
    endedCount: () => ended.length,
    run: async (lanes, isWanted) => {
      let started = 0;
      const lane = async (): Promise<void> => {
        while (isWanted(started)) {
          started += 1;
          ended.push(await runJob(started));
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return ended;
    },
  };
}

/** Processes are killed meanwhile: a call without an answer is repeated, and a start is repeated under the same key. */
async function persist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries >= CALL_TRIES_MAX) throw error;
      await delay(1_000);
    }
  }
}
