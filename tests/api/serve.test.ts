/**
 * Routes come from the registry: an answer that differs from its description is the platform's error, never a
 * customer's.
 */
import { expect, test, vi } from 'vitest';
import type { Deps } from '#api/deps.ts';
import { serve } from '#api/routes/serve.ts';

const depsOf = (environment: string): Deps => ({ env: { NODE_ENV: environment }, db: {} }) as unknown as Deps;
const described = { measured: true, figures: [{ name: 'services', value: '27+' }] };

async function statusOf(environment: string, answer: object): Promise<number> {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = serve(depsOf(environment), { 'GET /api/marketing-figures': () => answer as never });
  const { status } = await app.request('/api/marketing-figures');
  silent.mockRestore();
  return status;
}

test('an answer that matches its description is sent with success beside it', async () => {
  const app = serve(depsOf('test'), { 'GET /api/marketing-figures': () => described as never });
  const answer = await app.request('/api/marketing-figures');
  expect(await answer.json()).toEqual({ success: true, ...described });
});

test.each([
  ['has an additional field', { ...described, secret: 'x' }],
  ['has an additional nested field', { ...described, figures: [{ ...described.figures[0], secret: 'x' }] }],
  ['lacks a field', { measured: true }],
  ['has a field of another kind', { ...described, measured: 'yes' }],
])('an answer that %s fails outside production and is sent in production', async (_, answer) => {
  expect(await statusOf('test', answer)).toBe(500);
  expect(await statusOf('development', answer)).toBe(500);
  expect(await statusOf('production', answer)).toBe(200);
});

test('a handler for a call that is not in the registry is refused at the start', () => {
  const handlers = { 'GET /api/nothing': () => ({}) } as never;
  expect(() => serve(depsOf('test'), handlers)).toThrow('The registry has no call "GET /api/nothing".');
});
