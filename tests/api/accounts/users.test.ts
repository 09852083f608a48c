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

describe('the account of somebody else', () => {
  test('a customer cannot see or change another user, nor tell whether that user exists', async () => {
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

  test('a visitor who is signed out is asked to sign in', async () => {
    expect((await app.get(`/api/users/${ana.id}`)).status).toBe(401);
    expect((await put(ana.id, profile, null)).status).toBe(401);
  });

  test('an administrator can see a user, and gets a 404 for an unknown one', async () => {
    expect((await app.get(`/api/users/${ana.id}`, admin.cookie)).body['user']).toMatchObject({
      email: ana.email,
    });
    expect((await app.get('/api/users/nobody', admin.cookie)).status).toBe(404);
  });
});

test('a user has the enabled services, a trial without an end, and the latest three of their own jobs', async () => {
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

describe('the profile of the user', () => {
  test.each([
    {},
    { ...profile, name: ' ' },
    { ...profile, mobile: '' },
    { name: 'Ana', company: 'Ana' },
    { ...profile, company: 7 },
  ])('a profile is not changed by %j', async (body) => {
    const answer = await put(ana.id, body, ana.cookie);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', message: 'All fields are required' });
  });

  test.each([
    ['name', 120, 'Name can have 120 characters at most'],
    ['company', 120, 'Company can have 120 characters at most'],
    ['mobile', 20, 'Mobile can have 20 characters at most'],
  ])(
    'a profile whose %s has more than %d characters is rejected and says so',
    async (field, most, message) => {
      const answer = await put(ana.id, { ...profile, [field]: 'x'.repeat(most + 1) }, ana.cookie);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
    },
  );

  test('a profile with control characters, which the database cannot store, is rejected [nul-in-a-name]', async () => {
    const answer = await put(ana.id, { ...profile, name: 'Ana\u0000' }, ana.cookie);
    expect(answer.status).toBe(400);
    expect((await app.get('/api/users/%00', admin.cookie)).status).toBe(400);
  });

  test('a profile update changes name, company and mobile, and nothing else [only-profile-fields]', async () => {
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
