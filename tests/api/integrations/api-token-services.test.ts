/** A token for some services: every call about jobs is made with it about a job of another service. */
import { beforeAll, expect, test } from 'vitest';
import { callEntries } from '#contracts/calls/calls.ts';
import { newTokenRequest, storedToken } from '#tests/factories.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { formOf } from '#tests/harness/job-calls.ts';
import { everythingOf, ownedBy } from '../belongings.ts';
import type { Belongings } from '../route-rows.ts';
import { routes } from '../routes.ts';

const app = await startTestApp();
const SECRET = 'zanzibar';
const callsAboutJobs = callEntries.filter(([, { scope }]) => scope?.startsWith('jobs:'));
/** Calls about no single service: they answer, and leave out what belongs to other services. */
const answered = new Set([
  'GET /api/banks',
  'GET /api/job-events',
  'GET /api/jobs',
  'GET /api/portals',
  'GET /api/portals/status',
  'GET /api/work-history/:userId',
]);

let userId: string;
let belongings: Belongings;
let authorization: string;
beforeAll(async () => {
  const owner = await app.signUpAndVerify();
  userId = owner.id;
  ({ belongings } = await ownedBy(app, owner, SECRET));
  const running = { state: 'running', finishedAt: null };
  await app.deps.db.job.update({ where: { id: belongings.jobId }, data: running });
  const request = newTokenRequest({
    scopes: ['jobs:read', 'jobs:write'],
    serviceIds: ['ctg-port-tracking'],
  });
  authorization = `Bearer ${(await storedToken(app.deps.db, userId, request)).token}`;
});

test.each(callsAboutJobs.map(([name]) => name))(
  'a token for another service learns and changes nothing by %s [token-of-other-services]',
  async (name) => {
    const made = routes[name]?.call?.(belongings);
    if (!made) throw new Error(`${name} has no call.`);
    const { path, json, form } = made;
    const before = await everythingOf(app.deps, userId);
    const answer = await app.request(path, {
      method: name.split(' ')[0] ?? 'GET',
      headers: { authorization },
      ...(json ? { json } : {}),
      ...(form ? { form: formOf(form) } : {}),
    });
    if (answered.has(name)) expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 403, body: { code: 'API_TOKEN_SERVICE' } });
    expect(answer.text).not.toContain(SECRET);
    const { tokens: _used, ...after } = await everythingOf(app.deps, userId);
    expect(before).toMatchObject(after);
  },
);
