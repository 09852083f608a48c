/**
 * Browsers at the sandbox's push service: `const device = await pushDevice(sandbox.url('push'), publicKey)`;
 * `device.subscription` is what the browser would send, `await device.shown()` what it shows.
 */
import type { PushedMessage } from '#tests/sandbox/push/service.ts';

type Seen = { arrived: PushedMessage[]; shown: PushedMessage[]; problems: string[] };
type Planned = { status: number; times?: number; retryAfterS?: number; ms?: number };

export type PushDevice = Awaited<ReturnType<typeof pushDevice>>;

/** @param publicKey the key of the installation that the browser subscribes with */
export async function pushDevice(service: string, publicKey: string) {
  const call = async <Answer>(place: string, json?: object): Promise<Answer> => {
    const response = await fetch(`${service}/__control/browsers${place}`, {
      method: json ? 'POST' : 'GET',
      ...(json ? { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`The push service answered ${response.status} to ${place}.`);
    return (await response.json()) as Answer;
  };
  const { id, ...subscription } = await call<{
    id: string;
    endpoint: string;
    keys: { p256dh: string; auth: string };
  }>('', { publicKey });
  const seen = (): Promise<Seen> => call<Seen>(`/${id}`);
  return {
    subscription,
    seen,
    shown: async () => (await seen()).shown.map(({ message }) => message),
    /** The next messages are answered so. */
    answerWith: (answer: Planned) => call(`/${id}/answers`, { times: 1, ...answer }),
  };
}
