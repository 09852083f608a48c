/** Many connections that guess passwords leave everybody who has the right one their turn; real hashes, a real process. */
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { startApiProcess } from '#tests/harness/api-process.ts';
import { cookieIn, newAddress, startTestApp, type Account } from '#tests/harness/app.ts';
import { isFull } from '#tests/harness/depth.ts';
import { until } from '#tests/harness/until.ts';

const CONNECTIONS = 50;
const KNOWN_OWNERS = 7;
const NEW_PLACES = 6;
/** In full the cost that production asks for at least; CI takes a quarter of it, which still keeps all cores busy. */
const HASH_LOG2_N = isFull ? 17 : 15;
/** Guesses that wait or are checked before any is answered. */
const FIRST_GUESSES = limits.passwordHashesAtOnceMax + limits.passwordHashesWaitingMax;
const TIMEOUT_MS = 400_000;

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
// Silent, because each refused guess is an error in the log.
const api = await startApiProcess({ ...app.env, PASSWORD_HASH_LOG2_N: HASH_LOG2_N }, 'silent');

type From = { ip: string; cookie?: string };
const headersOf = ({ ip, cookie }: From): Record<string, string> => ({
  'content-type': 'application/json',
  'x-forwarded-for': ip,
  ...(cookie ? { cookie } : {}),
});

async function signIn(email: string, password: string, from: From): Promise<number> {
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${api.origin}/api/auth/login`, {
    method: 'POST',
    headers: headersOf(from),
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Guesses from as many addresses, each as fast as it is answered; every guess is at another account. */
function startAttack() {
  const answers = Array.from({ length: CONNECTIONS }, (): number[] => []);
  const end = new AbortController();
  const lanes = answers.map(async (mine, lane) => {
    while (!end.signal.aborted)
      mine.push(await signIn(newAddress(), 'a wrong guess', { ip: `198.51.100.${lane + 1}` }));
  });
  return {
    answers,
    stop: async (): Promise<void> => {
      end.abort();
      await Promise.all(lanes);
    },
  };
}

/** An account that was used before from a network, and in a browser. */
async function ownerAt(ip: string): Promise<{ owner: Account; cookie: string }> {
  const owner = await app.signUpAndVerify();
  const answer = await app.request('/api/auth/login', {
    json: { email: owner.email, password: owner.password },
    headers: headersOf({ ip }),
    browser: 'new',
  });
  const cookie = cookieIn(answer)
    .split('; ')
    .find((each) => each.startsWith('chalan-device='));
  return { owner, cookie: cookie ?? '' };
}

describe('fifty connections that guess passwords', { timeout: TIMEOUT_MS }, () => {
  let attack: ReturnType<typeof startAttack> | undefined;
  afterAll(() => attack?.stop());

  test('thirteen right passwords get in while the attack goes on: from known networks and browsers at once, from new places too [guesses-and-right-passwords]', async () => {
    const home = (index: number): string => `203.0.113.${index + 1}`;
    const known: Awaited<ReturnType<typeof ownerAt>>[] = [];
    for (let index = 0; index < KNOWN_OWNERS; index += 1) known.push(await ownerAt(home(index)));
    const newcomers: Account[] = [];
    for (let index = 0; index < NEW_PLACES; index += 1) newcomers.push(await app.signUpAndVerify());

    const { answers } = (attack = startAttack());
    // The queue is full of guesses, each the first of its address.
    await until('the first refusal', () => answers.flat().includes(503), TIMEOUT_MS);
    const answered: number[] = [];
    for (const [index, { owner, cookie }] of known.entries()) {
      const from = index % 2 === 0 ? { ip: home(index) } : { ip: `192.0.2.${index + 1}`, cookie };
      answered.push(await signIn(owner.email, owner.password, from));
    }
    expect(answered).toEqual(Array(KNOWN_OWNERS).fill(200));

    const guessed = () => answers.flat().filter((status) => status === 401).length;
    await until('the first guess of each address to be over', () => guessed() >= FIRST_GUESSES, TIMEOUT_MS);
    const before = answers.flat().length;
    for (const [index, { email, password }] of newcomers.entries())
      answered.push(await signIn(email, password, { ip: `192.0.2.${100 + index}` }));
    expect(answered).toEqual(Array(KNOWN_OWNERS + NEW_PLACES).fill(200));
    // The attack went on all the time.
    expect(answers.flat().length).toBeGreaterThan(before);
  });
});
