/**
 * Further sessions of a job on a portal, in addition to that of its lease. They take extra leases for which nobody else waits,
 * and give them back after their current row when somebody does. Only look-ups have them, because one session must
 * follow a filing.
 */
import type { Deps } from '#api/deps.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';
import { keepExtraLeases, takeExtraLeases } from '#api/domain/portals/extra-leases.ts';
import type { WorkedJob } from '#api/domain/jobs/job-steps.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { limits } from '#contracts/limits.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { hasOneSessionPerLogin, sessionsPerJobOf, type PortalFacts } from '#activities/portals/facts.ts';

/** How often extra leases are renewed, taken or given back. */
const LOOK_PERIOD_MS = 2_000;

type ExtraDeps = Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'> & { extraRoom: ExtraRoom };

/** How many further sessions this worker has room for; all its jobs share the memory. */
export type ExtraRoom = { free: number };
export const createExtraRoom = (): ExtraRoom => ({ free: limits.extraSessionsPerWorkerMax });

type Given = {
  /** Number of rows that no session has taken. */
  rowsLeft: () => number;
  /** Works rows in a new session, as long as it may continue. Never throws. */
  work: (mayGoOn: () => boolean) => Promise<void>;
};

export class ExtraSessions {
  readonly #deps: ExtraDeps;
  readonly #claim: Claim;
  readonly #perJobMax: number;
  /**
   * Serializes changes: at most one look, the sessions that give back their extra leases, and the end wait for their turn.
   */
  readonly #oneByOne = createSemaphore({ atOnceMax: 1, waitingMax: limits.portalSessionsPerJobMax + 2 });
  readonly #sessions = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #given: Given | null = null;
  /** Prevents a second look while a slow database has not answered the first. */
  #isLooking = false;
  #allowed = 0;
  #running = 0;
  /** Number of sessions that end after their current row. */
  #leaving = 0;

  private constructor(deps: ExtraDeps, claim: Claim, perJobMax: number) {
    this.#deps = deps;
    this.#claim = claim;
    this.#perJobMax = perJobMax;
  }

  /** Creates the further sessions of a job; null if the job always has a single one. */
  static of(
    deps: ExtraDeps,
    { job, service, claim }: { job: WorkedJob; service: ServiceDefinition; claim: Claim },
  ): ExtraSessions | null {
    const facts: PortalFacts | undefined = portals.find(({ key }) => key === service.portal);
    if (!facts || job.isPractice || service.effect !== 'read' || hasOneSessionPerLogin(facts)) return null;
    return new ExtraSessions(deps, claim, sessionsPerJobOf(facts));
  }

  /** Starts to open sessions whenever there are free leases and rows left for them. */
  begin(given: Given): void {
    this.#given = given;
    this.#timer = setInterval(() => void this.#look(), LOOK_PERIOD_MS);
    void this.#look();
  }

  /** Waits for the rows that the sessions have begun, and gives all extra leases back. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#given = null;
    await this.#oneByOne(async () => undefined);
    await Promise.all(this.#sessions);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#oneByOne(() => this.#adjust());
    } catch (error) {
      // The next attempt is a few seconds later. If it fails for long, the job's lease is lost as well.
      this.#deps.logger.warn({ holder: this.#claim.holder, err: error }, 'further sessions were not renewed');
    } finally {
      this.#isLooking = false;
    }
  }

  async #adjust(): Promise<void> {
    const { db, extraRoom } = this.#deps;
    const useful = Math.min(this.#given?.rowsLeft() ?? 0, extraRoom.free);
    const wanted = Math.min(this.#running + useful, limits.portalSessionsPerJobMax - 1);
    if (wanted === 0) return;
    this.#allowed = await takeExtraLeases(db, this.#claim, { wanted, perJobMax: this.#perJobMax });
    while (this.#given && this.#running < this.#allowed && extraRoom.free > 0) this.#start(this.#given);
    if (this.#running < this.#allowed) await keepExtraLeases(db, this.#claim, this.#running);
  }

  #start(given: Given): void {
    this.#running += 1;
    this.#deps.extraRoom.free -= 1;
    const session = this.#work(given).finally(() => this.#sessions.delete(session));
    this.#sessions.add(session);
  }

  async #work({ work }: Given): Promise<void> {
    let leaves = false;
    try {
      await work(() => {
        if (!leaves && this.#running - this.#leaving <= this.#allowed) return true;
        if (!leaves) this.#leaving += 1;
        leaves = true;
        return false;
      });
    } finally {
      if (leaves) this.#leaving -= 1;
      this.#running -= 1;
      this.#deps.extraRoom.free += 1;
    }
    await this.#giveBack();
  }

  async #giveBack(): Promise<void> {
    const { db, logger } = this.#deps;
    const { portal, holder } = this.#claim;
    try {
      await this.#oneByOne(() => keepExtraLeases(db, this.#claim, this.#running));
      await grantFreeLeases(this.#deps, [portal]);
    } catch (error) {
      // The leases become free once they are no longer renewed.
      logger.warn({ holder, err: error }, 'extra leases on a portal were not given back');
    }
  }
}
