/**
 * Random calls of six kinds of callers to every route, with ids of the others: nobody sees or changes another
 * customer's data, and no call ends in an internal error. `FUZZ_SEED` repeats a run, `FUZZ_CALLS` sets its length.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type * as validation from '#api/middleware/validate.ts';
import { newTokenRequest, storedToken } from '#tests/factories.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { createOwners, secretsOf, type Owner } from './fuzz/owners.ts';
import { createRowReader, differences } from './fuzz/owned-rows.ts';
import { createRandom } from './fuzz/random.ts';
import { requestTo } from './fuzz/requests.ts';
import {
  closedTo,
  customersOf,
  isAboutEverybody,
  keptFrom,
  roleNames,
  selfOf,
  send,
  turnsOfRound,
  type RoleName,
  type TurnKind,
  type Fixture,
} from './fuzz/roles.ts';
import { routesOfApp, type FuzzRoute } from './fuzz/route-list.ts';
import { createTally } from './fuzz/tally.ts';
import { isFull } from '#tests/harness/depth.ts';
import { createRecordingTemporal } from './fuzz/recording-temporal.ts';
import { problemsOf } from './fuzz/verdict.ts';

vi.mock('#api/middleware/validate.ts', async (load) => {
  const real = await load<typeof validation>();
  const { noteSchema } = await import('./fuzz/noted-schemas.ts');
  const validate: typeof real.validate = (target, schema) =>
    noteSchema(real.validate(target, schema), target, schema);
  return { ...real, validate };
});

const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const CALLS = Number(process.env['FUZZ_CALLS'] ?? (isFull ? 10_000 : 5_000));
const CALLS_PER_TURN = 25;
/** After this many calls every caller is replaced by a new one with a full set of data. */
const CALLS_PER_FIXTURE = 1_000;
const PROBLEMS_MAX = 12;
const MS_PER_CALL_MAX = 240;
const LEARNED_MAX = 5;
const AWAY_SHARE = 0.3;
const AD_PLACEMENT = 'blog_listing_top';
const TOKEN_NAME = 'of the fuzz';

const random = createRandom(SEED);
const recording = createRecordingTemporal(() => random.chance(AWAY_SHARE));
const app = await startTestApp({ deps: { temporal: recording.temporal } });
const { db } = app.deps;
const reader = await createRowReader(app.deps);
const owners = await createOwners(app, reader);
const routes = routesOfApp(app.deps);
const settingsBefore = await firstSettings();
const tally = createTally(routes);
const problems: string[] = [];

async function newFixture(isSuspended: boolean): Promise<Fixture> {
  const ana = await owners.create('ana');
  const bob = await owners.create('bob');
  const standing = isSuspended ? { status: 'suspended' as const } : { emailVerified: false };
  const barred = await owners.create('barred', standing);
  const admin = await owners.create('admin', { isAdmin: true });
  const bearer = await newToken(ana);
  for (const owner of [ana, bob, barred, admin]) await owners.restore(owner);
  return { ana, bob, barred, admin, bearer };
}

async function renewToken(fixture: Fixture): Promise<void> {
  const where = { name: TOKEN_NAME, userId: fixture.ana.account.id, revokedAt: null };
  if ((await db.apiToken.count({ where })) > 0) return;
  fixture.bearer = await newToken(fixture.ana);
  await owners.restore(fixture.ana);
}

async function newToken({ account }: Owner): Promise<{ token: string }> {
  const request = newTokenRequest({ name: TOKEN_NAME, scopes: ['jobs:read'] });
  return storedToken(db, account.id, request);
}

async function firstSettings() {
  const { id: _, marketingFigures, ...settings } = await db.settings.findUniqueOrThrow({ where: { id: 1 } });
  return { ...settings, marketingFigures: marketingFigures ?? {} };
}

/** Records of the platform, which customers read or administrators maintain. */
async function sharedIds(): Promise<Map<string, string[]>> {
  const take = { select: { id: true }, take: 20 } as const;
  const ids = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
  return new Map([
    ['toggle', [AD_PLACEMENT]],
    ['settings', [AD_PLACEMENT]],
    ['blog', await ids(db.blogPost.findMany(take))],
    ['media', await ids(db.mediaFile.findMany(take))],
    ['incentive_rates', await ids(db.incentiveRate.findMany(take))],
    ['contact_messages', await ids(db.contactMessage.findMany(take))],
    ['bulk_retries', await ids(db.bulkRetry.findMany(take))],
  ]);
}

/**
 * Each role goes through all routes in its own order, repeatedly; routes about a customer's records come more often.
 */
function createDecks() {
  const decks = new Map<string, FuzzRoute[]>();
  return (role: RoleName, isWanted: (route: FuzzRoute) => boolean, key: string): FuzzRoute => {
    const deck = decks.get(`${role} ${key}`) ?? [];
    if (deck.length === 0) {
      const wanted = routes.filter(isWanted);
      const customers = wanted.filter(({ isForAdmins }) => !isForAdmins);
      const named = customers.filter(({ path }) => path.includes(':'));
      deck.push(...random.shuffled([...wanted, ...customers, ...named]));
    }
    decks.set(`${role} ${key}`, deck);
    return deck.pop() as FuzzRoute;
  };
}
const nextRoute = createDecks();

/** Ids from an answer, for later calls of the same caller. */
function learn(learned: Map<string, string[]>, value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 4) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /(Id|^token|^digest|^slug|^extractPath|^paymentID)$/.test(name))
      learned.set(name, [...(learned.get(name) ?? []), inner].slice(-LEARNED_MAX));
    else learn(learned, inner, depth + 1);
  }
}

type Turn = TurnKind & { fixture: Fixture; learned: Map<RoleName, Map<string, string[]>>; from: number };

async function playTurn({ fixture, learned, from, role, isOffice }: Turn): Promise<void> {
  const memory = learned.get(role) ?? new Map<string, string[]>();
  learned.set(role, memory);
  await db.rateLimit.deleteMany();
  const secrets = await secretsOf(app, [...customersOf(fixture), fixture.admin]);
  const sender = {
    self: selfOf(fixture, role),
    others: customersOf(fixture).filter((owner) => owner !== selfOf(fixture, role)),
    shared: await sharedIds(),
    learned: memory,
  };
  // Only administrators' own calls may change what others have.
  const isFree = isOffice && role === 'administrator';
  const kept = isFree ? [] : keptFrom(fixture, role);
  const changes: string[] = [];
  const stored: string[] = [];
  for (let count = 0; count < CALLS_PER_TURN; count += 1) {
    const isWanted = ({ isForAdmins }: FuzzRoute): boolean => isForAdmins === isOffice;
    const route = nextRoute(role, isWanted, String(isOffice));
    const request = await requestTo(route, sender, random);
    const answer = await send(app, owners, { fixture, role, request });
    tally.note(role, route, answer);
    const closed = isFree ? [] : closedTo(fixture, role, route);
    const found = problemsOf({ request, answer, recorded: recording.taken(), closed, secrets, stored });
    const said = `${route.method} ${request.path} ${JSON.stringify(request.json ?? null).slice(0, 600)}`;
    for (const problem of found)
      problems.push(
        `call ${from + count} of ${role}: ${said}\n  answered ${answer.status} and ${problem}\n  ${answer.text.slice(0, 300)}`,
      );
    if (answer.status < 300) {
      learn(memory, answer.body);
      if (route.method !== 'GET') stored.push(request.sent);
      if (route.method !== 'GET' && !isAboutEverybody(role, route)) changes.push(said);
    }
  }
  for (const owner of kept) {
    const different = differences(owner.rows, await reader.read(owner.account.id));
    if (different.length > 0)
      problems.push(
        `turn from call ${from} of ${role} changed what ${owner.name} has:\n  ${different.join('\n  ')}\n  It did:\n  ${changes.join('\n  ')}`,
      );
  }
  for (const owner of [...customersOf(fixture), fixture.admin]) await owners.restore(owner);
  await renewToken(fixture);
  // An administrator's call may have switched services off or raised prices beyond every balance.
  await db.serviceSetting.deleteMany();
  await db.settings.update({ where: { id: 1 }, data: settingsBefore });
}

test('a customer of the fuzz has something in every table with an owner', async () => {
  const { rows } = await owners.create('carl');
  expect(reader.tables.filter((table) => rows.get(table)?.size === 0)).toEqual([]);
  expect(rows.get('files')?.size).toBeGreaterThan(0);
});

describe('random calls of every kind of caller to every route', () => {
  test(
    'random calls find no data of others and no internal error',
    async () => {
      process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_CALLS=${CALLS}\n`);
      const startedMs = Date.now();
      let fixture: Fixture | null = null;
      const coming: TurnKind[] = [];
      let learned = new Map<RoleName, Map<string, string[]>>();
      for (let from = 0; from < CALLS && problems.length < PROBLEMS_MAX; from += CALLS_PER_TURN) {
        if (from % CALLS_PER_FIXTURE === 0 || fixture === null) {
          fixture = await newFixture((from / CALLS_PER_FIXTURE) % 2 === 1);
          learned = new Map();
        }
        if (coming.length === 0) coming.push(...random.shuffled(turnsOfRound));
        await playTurn({ fixture, learned, from, ...(coming.pop() as TurnKind) });
      }
      process.stdout.write(tally.report(Date.now() - startedMs));
      expect(problems.join('\n'), `FUZZ_SEED=${SEED}`).toBe('');
      if (CALLS >= 5_000) expect(tally.shortfalls(roleNames)).toEqual([]);
    },
    CALLS * MS_PER_CALL_MAX + 60_000,
  );
});
