/**
 * Signs in to a portal with the probes' own login, opens the pages behind the sign-in by reading only, and compares
 * them with the page map and with their last good state.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { Deps } from '#api/deps.ts';
import { updateRefusalCount, refusalsOf } from '#api/domain/portals/login-refusals.ts';
import { forgetChanged, goodPages, keepPicture, type GoodPage } from '#api/domain/portals/portal-pages.ts';
import {
  beginWalk,
  dueWalks,
  openProbePassword,
  settleWalk,
  type DueWalk,
  type ProbeLogin,
  type WalkFinding,
} from '#api/domain/portals/probe-logins.ts';
import type { WalkedPage } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import { emptyMessage, type Message } from '#contracts/messages/message.ts';
import type { ProbeWalkInput } from '#workflows/messages.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from './browser/pool.ts';
import { goneFrom } from './entrance-pictures.ts';
import { beating } from './heartbeats.ts';
import { underLease, type LeaseKeeper } from './rows/lease-keeper.ts';
import { underPageMap } from './applied-page-maps.ts';
import { PortalFault, type PortalSession } from './portals/contract.ts';
import { portalMessages } from './portals/messages.ts';
import { textsInForce, type PageTexts } from './portals/page-texts.ts';
import { pageMaps } from './portals/page-maps.ts';
import { maskedHtml, pictureOf, type PagePicture } from './portals/page-pictures.ts';
import { portalOf } from './portals/portals.ts';
import { siteOf } from './sessions/portal-sites.ts';
import type { BehindSignIn } from './portals/probe-pages.ts';
import { nobodyAnswers } from './portals/questions.ts';
import { notReadOnlyMessage, NotReadOnly, readOnly } from './portals/read-only.ts';
import { walkPages, type OpenedPage } from './portals/walk.ts';
import { RowPace } from './rows/pace.ts';
import { logIn, logOut } from './sessions/sign-in.ts';

type WalkDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'files' | 'clock' | 'logger'> & {
  browsers: BrowserPool;
};

export type ProbeWalkActivities = ReturnType<typeof probeWalkActivities>;

export function probeWalkActivities(deps: WalkDeps) {
  return {
    /** Returns the walks that are due; none if probes are switched off. */
    walksToMake: async (): Promise<DueWalk[]> =>
      deps.env.PORTAL_PROBES ? dueWalks(deps.db, deps.clock()) : [],

    /** Walks through the portal while the workflow holds its lease there, and records the finding. */
    walkPortal: (input: ProbeWalkInput): Promise<void> =>
      beating(async () => {
        const due = { ...input, portal: input.portal as RealPlace };
        const { cancellationSignal: signal } = Context.current();
        await underLease(deps, { portal: due.portal, signal }, (under) => walkPortal(deps, due, under));
      }),
  };
}

type Under = { lease: Pick<LeaseKeeper, 'claim'>; signal: AbortSignal };

/** Walks once, and again after a pause if something is wrong with the pages, and records the finding. */
export async function walkPortal(deps: WalkDeps, due: DueWalk, under: Under): Promise<void> {
  const { portal } = due;
  const { behindSignIn } = pagesBehind(portal);
  const login = behindSignIn && (await beginWalk(deps.db, due, deps.clock()));
  if (!login) return;
  await underPageMap(deps, portal, async () => {
    const walk = new Walk(deps, { portal, login, behindSignIn }, under);
    let found = await walk.make();
    if (found.outcome === 'PORTAL_CHANGED' || found.outcome === 'PORTAL_DOWN') {
      await delay(deps.env.PORTAL_RETRY_FIRST_MS, undefined, { signal: under.signal });
      found = await walk.make();
    }
    await settleWalk(deps, portal, login, { ...found, pages: await walk.pictured() });
  });
}

function pagesBehind(portal: RealPlace): { behindSignIn?: BehindSignIn } {
  const adapter = portalOf(portal);
  return 'behindSignIn' in adapter ? adapter : {};
}

type Given = { portal: RealPlace; login: ProbeLogin; behindSignIn: BehindSignIn };
type Seen = Omit<OpenedPage, 'root'> & { html: string };

class Walk {
  readonly #deps: WalkDeps;
  readonly #given: Given;
  readonly #under: Under;
  readonly #pace: RowPace;
  readonly #texts: PageTexts;
  #seen: Seen[] = [];

  constructor(deps: WalkDeps, given: Given, under: Under) {
    this.#deps = deps;
    this.#given = given;
    this.#under = under;
    this.#pace = new RowPace(deps.db, under.lease.claim);
    this.#texts = textsInForce(pageMaps[portalAt(given.portal)]);
  }

  /** Signs in, opens all pages and signs out. Throws only if the worker itself cannot look. */
  async make(): Promise<Omit<WalkFinding, 'pages'>> {
    const beganAtMs = performance.now();
    this.#seen = [];
    const { outcome, message } = await this.#outcome();
    return { outcome, message, tookMs: Math.round(performance.now() - beganAtMs) };
  }

  async #outcome(): Promise<{ outcome: string; message: Message }> {
    const { signal } = this.#under;
    const refused = await this.#refusedBefore();
    if (refused) return refused;
    try {
      await this.#visit();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NotReadOnly)
        return { outcome: 'NOT_READ_ONLY', message: notReadOnlyMessage(this.#nextPage()) };
      if (!(error instanceof PortalFault)) throw error;
      return { outcome: outcomeOf(error), message: error.said };
    }
    const changed = this.#seen.filter((seen) => seen.missing.length > 0 && !this.#isToldBefore(seen));
    if (changed.length === 0) return { outcome: 'ok', message: emptyMessage };
    return {
      outcome: 'PORTAL_CHANGED',
      message: portalMessages.pagesChanged({ what: this.#namesOf(changed) }),
    };
  }

  /**
   * Returns the outcome of an earlier refusal: another one could lock the account, which a customer may use as well.
   */
  async #refusedBefore(): Promise<{ outcome: string; message: Message } | null> {
    const { db, clock } = this.#deps;
    const { portal, login } = this.#given;
    const times = await refusalsOf(db, { portal, username: login.username }, clock());
    if (times < limits.loginRefusalsForJobs) return null;
    return { outcome: 'CREDENTIALS_INVALID', message: portalMessages.probeLoginRefused({ times }) };
  }

  async #visit(): Promise<void> {
    const { portal, behindSignIn } = this.#given;
    const session = await this.#serialized(() => this.#signIn());
    this.#pace.watch(session);
    const home = session.page.url();
    try {
      const guard = await readOnly(session.context);
      try {
        await walkPages({
          page: session.page,
          behindSignIn,
          texts: this.#texts,
          guard,
          serialized: (work) => this.#serialized(work),
          onOpened: (opened) => this.#look(opened),
        });
      } catch (error) {
        // Chromium's error page has no logout link, so the session returns to the portal's first page.
        if (error instanceof NotReadOnly) await session.page.goto(home).catch(() => null);
        throw error;
      } finally {
        await guard.end().catch(() => undefined);
      }
    } finally {
      await logOut(portal, session);
    }
  }

  async #signIn(): Promise<PortalSession> {
    const { db, clock } = this.#deps;
    const { portal, login } = this.#given;
    const { username } = login;
    const password = () => openProbePassword(this.#deps, portal, login);
    const note = (outcome: string) => updateRefusalCount(db, { portal, username }, outcome, clock());
    try {
      const session = await logIn(this.#deps, {
        portal,
        login: { username, password },
        ask: nobodyAnswers,
        scope: '',
      });
      await note('ok');
      if (!('page' in session)) throw new Error(`${portal} has no pages.`);
      return session;
    } catch (error) {
      if (error instanceof PortalFault) await note(error.outcome);
      throw error;
    }
  }

  /** Stores the masked page in memory for the comparison. */
  async #look({ root, ...opened }: OpenedPage): Promise<void> {
    this.#seen.push({ ...opened, html: await maskedHtml(root, this.#texts) });
  }

  /** Waits for a turn under the portal's limits, and ends the walk if the lease on the portal is lost. */
  async #serialized<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#under;
    signal.throwIfAborted();
    return this.#pace.work(work, { signal, earlyEnd: async () => null });
  }

  #nextPage(): string {
    return this.#given.behindSignIn.pages[this.#seen.length]?.page ?? '';
  }

  /** claims: list.search (“Search”), list.create (“New claim”); … */
  #namesOf(changed: readonly Seen[]): string {
    const named = (path: string): string => `${path} (“${this.#texts[path] ?? ''}”)`;
    return changed.map(({ page, missing }) => `${page}: ${missing.map(named).join(', ')}`).join('; ');
  }

  /**
   * Takes pictures of the pages of the last walk, and returns what is wrong with each. Without pictures, which may
   * fail, only what is missing is known.
   */
  async pictured(): Promise<WalkedPage[]> {
    const { browsers, env, db, logger } = this.#deps;
    const { portal } = this.#given;
    const context = await browsers.openContext((await siteOf({ db, env }, portal)).baseUrl);
    try {
      const good = await goodPages(db, portal);
      const pages: WalkedPage[] = [];
      for (const seen of this.#seen) {
        if (this.#isToldBefore(seen)) {
          pages.push({ page: seen.page, missing: seen.missing, gone: [] });
          continue;
        }
        const picture = await pictureOf(context, seen.html, this.#texts);
        pages.push(await this.#keep(seen, picture, good.get(seen.page) ?? null));
      }
      return pages;
    } catch (error) {
      logger.warn({ portal, err: error }, 'the pages of a portal could not be pictured');
      return this.#seen.map(({ page, missing }) => ({ page, missing, gone: [] }));
    } finally {
      await context.close().catch(() => undefined);
    }
  }

  /** Returns whether the page was not reached because of a link that is already reported missing on an earlier page. */
  #isToldBefore({ page, isReached, missing }: Seen): boolean {
    const before = this.#seen.slice(
      0,
      this.#seen.findIndex((seen) => seen.page === page),
    );
    return !isReached && before.some((seen) => missing.every((path) => seen.missing.includes(path)));
  }

  /**
   * Stores the page's picture. A page that lacks only what its adapter does not need is good, but replaces the last
   * good one only after a day, because a list may just be empty.
   */
  async #keep(
    { page, isReached, missing, html }: Seen,
    picture: PagePicture,
    good: GoodPage | null,
  ): Promise<WalkedPage> {
    const { portal, login } = this.#given;
    const seenAt = login.begunAt;
    const gone =
      good && isReached
        ? goneFrom(good.elements, picture.elements).filter((path) => !missing.includes(path))
        : [];
    const isRecent = good !== null && seenAt.getTime() - good.seenAt.getTime() < limits.goodPictureKeptMs;
    const isGood = missing.length === 0 && (gone.length === 0 || !isRecent);
    const kind = isGood ? 'good' : 'changed';
    await keepPicture(this.#deps, { portal, page, kind, ...picture, html, missing, seenAt });
    if (isGood) await forgetChanged(this.#deps, portal, page);
    return { page, missing, gone };
  }
}

/**
 * Returns the outcome to record: a wrong login, a question or a changed page as it is, and anything else as a portal
 * that could not be read.
 */
function outcomeOf({ outcome }: PortalFault): string {
  const shownOutcomes = ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED', 'PORTAL_CHANGED'];
  return shownOutcomes.includes(outcome) ? outcome : 'PORTAL_DOWN';
}
