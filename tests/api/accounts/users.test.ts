/** A user's own account: the id of another account gets the same answer as one that does not exist. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { newJob } from './account-jobs.ts';

const app = await startTestApp();
const ana = await app.signUpAndVerify();
const eve = await app.signUpAndVerify();
const admin = await app.signUpAndVerify({ isAdmin: true });
const profile = { name: 'Ana R.', company: 'Meghna Knit Ltd.', mobile: '+8801811000000' };
const put = (id: string, json: unknown, cookie: string | null) =>
  app.request(`/api/users/${id}/profile`, { method: 'PUT', json, cookie });

describe('somebody else', () => {
  test('sees and changes nothing, and cannot tell whether there is such a user', async () => {
    const foreign = await app.get(`/api/users/${ana.id}`, eve.cookie);
    const none = await app.get('/api/users/nobody', eve.cookie);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    const change = await put(ana.id, profile, eve.cookie);
    expect(change.status).toBe(404);
    expect((await app.get(`/api/users/${ana.id}`, ana.cookie)).body['user']).toMatchObject({
      name: 'Ana Rahman',
    });
  });

  test('who is signed out is asked to sign in', async () => {
    expect((await app.get(`/api/users/${ana.id}`)).status).toBe(401);
    expect((await put(ana.id, profile, null)).status).toBe(401);
  });

  test('as an administrator sees the user, and still has no unknown one', async () => {
    expect((await app.get(`/api/users/${ana.id}`, admin.cookie)).body['user']).toMatchObject({
      email: ana.email,
    });
    expect((await app.get('/api/users/nobody', admin.cookie)).status).toBe(404);
  });
});

test('a user has the services on offer, a trial without an end, and the latest jobs of its own', async () => {
  const padma = await app.signUpAndVerify();
  for (const fileName of ['first.pdf', 'second.pdf', 'third.pdf', 'fourth.pdf'])
    await newJob(app, padma, { fileName, state: 'completed' });
  await newJob(app, eve, { fileName: 'other.pdf', state: 'completed' });
  const { settings } = (await app.get('/api/settings')).body as { settings: { enabledServices: string[] } };
  const { user } = (await app.get(`/api/users/${padma.id}`, padma.cookie)).body as {
    user: { workHistory: { fileName: string }[] };
  };
  expect(user).toMatchObject({ services: settings.enabledServices, trialEndsAt: null });
  expect(user.workHistory.map(({ fileName }) => fileName)).toEqual(['fourth.pdf', 'third.pdf', 'second.pdf']);
});

describe('the own profile', () => {
  test.each([
    {},
    { ...profile, name: ' ' },
    { ...profile, mobile: '' },
    { name: 'Ana', company: 'Ana' },
    { ...profile, company: 7 },
  ])('is not changed by %j', async (body) => {
    const answer = await put(ana.id, body, ana.cookie);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', message: 'All fields are required' });
  });

  test('takes no control characters, which the database could not even store [nul-in-a-name]', async () => {
    const answer = await put(ana.id, { ...profile, name: 'Ana\u0000' }, ana.cookie);
    expect(answer.status).toBe(400);
    expect((await app.get('/api/users/%00', admin.cookie)).status).toBe(400);
  });

  test('takes name, company and mobile, and nothing else [only-profile-fields]', async () => {
    const request = {
      email: 'other@example.test',
      isAdmin: true,
      status: 'vip',
      credits: 1e6,
      emailVerified: false,
    };
    const answer = await put(ana.id, { ...profile, ...request }, ana.cookie);
    expect(answer.body).toMatchObject({ success: true, message: 'Profile updated successfully!' });
    const view = (await app.get(`/api/users/${ana.id}`, ana.cookie)).body['user'];
    expect(view).toMatchObject({
      ...profile,
      email: ana.email,
      isAdmin: false,
      status: 'active',
      credits: 100,
    });
  });
});
