/** Simulates a signed-in customer over HTTP, for the demo and the tests that run against real processes. */
import { randomUUID } from 'node:crypto';
import type {
  JobDetail,
  JobProgress,
  JobRow,
  Preview,
  StartedJob,
} from '#contracts/calls/jobs/jobs-answers.ts';

const POLL_MS = 250;
/** Connections break while a server is killed and started again; reads are repeated for this long. */
const READ_PATIENCE_MS = 60_000;

export type Download = { name: string; bytes: Uint8Array };

export type Customer = {
  userId: string;
  cookie: string;
  /** Makes one call; throws the server's message if it fails. */
  call: <Answer>(place: string, init?: RequestInit) => Promise<Answer>;
  /** Makes a GET request that is repeated while the server is unavailable. */
  read: <Answer>(place: string) => Promise<Answer>;
  download: (place: string) => Promise<Download>;
  saveLogin: (portalName: string, username: string, password: string) => Promise<void>;
  /** `documents` is the ZIP that accompanies the sheet, for services that file documents. */
  preview: (serviceId: string, file: File, documents?: File) => Promise<Preview>;
  /** Uses a new idempotency key by default, as each click in the browser does, so the same file twice is two jobs. */
  start: (preview: Preview, idempotencyKey?: string) => Promise<StartedJob>;
  /** Polls until the job has finished and its files are written; `onProgress` receives every response. */
  follow: (
    jobId: string,
    timeoutMs: number,
    onProgress?: (job: JobProgress) => unknown,
  ) => Promise<JobDetail>;
  rows: (jobId: string, page?: number) => Promise<JobRow[]>;
};

/** Makes a request as `fetch` does, over a connection of its choice. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Signs in at `origin`; throws the server's message if that fails. */
export async function signIn(
  origin: string,
  email: string,
  password: string,
  fetching: Fetch = fetch,
): Promise<Customer> {
  const response = await fetching(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body = (await response.json()) as { user?: { id: string }; message?: string };
  if (!response.ok || !body.user)
    throw new Error(`${email} could not sign in: ${body.message ?? response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return customerOf({ origin, userId: body.user.id, cookie, fetching });
}

type SignedIn = { origin: string; userId: string; cookie: string; fetching: Fetch };

function customerOf({ origin, userId, cookie, fetching }: SignedIn): Customer {
  const send = (place: string, init: RequestInit = {}): Promise<Response> =>
    fetching(`${origin}${place}`, { ...init, headers: { ...init.headers, cookie } });
  const call: Customer['call'] = async <Answer>(place: string, init?: RequestInit) => {
    const answer = await send(place, init);
    const body = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new Error(`${place}: ${body.message ?? answer.status}`);
    return body as Answer;
  };
  const read: Customer['read'] = async <Answer>(place: string) => {
    const deadline = Date.now() + READ_PATIENCE_MS;
    for (;;) {
      try {
        return await call<Answer>(place);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause();
      }
    }
  };
  return {
    userId,
    cookie,
    call,
    read,
    download: async (place) => {
      const answer = await send(place);
      if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
      const name =
        /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
      return { name, bytes: new Uint8Array(await answer.arrayBuffer()) };
    },
    saveLogin: async (portalName, username, password) => {
      await call('/api/credentials/save', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ portalName, username, password, consent: true }),
      });
    },
    preview: async (serviceId, file, documents) => {
      const body = form({ serviceId, file, ...(documents ? { documents } : {}) });
      return (await call<{ preview: Preview }>('/api/process-automation/preview', { method: 'POST', body }))
        .preview;
    },
    start: (preview, idempotencyKey = randomUUID()) =>
      call<StartedJob>('/api/process-automation', {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
        body: form({
          serviceId: preview.serviceId,
          uploadId: preview.uploadId,
          totalCredits: String(preview.totalCredits),
        }),
      }),
    follow: async (jobId, timeoutMs, onProgress) => {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const { job } = await read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`);
        await onProgress?.(job);
        if (job.finishedAt) {
          const ended = (await read<{ job: JobDetail }>(`/api/jobs/${jobId}`)).job;
          if (!ended.filesPending) return ended;
        }
        if (Date.now() > deadline)
          throw new Error(`Job ${jobId} did not end in time: ${JSON.stringify(job)}`);
        await pause();
      }
    },
    rows: async (jobId, page = 1) =>
      (await read<{ rows: JobRow[] }>(`/api/jobs/${jobId}/rows?limit=200&page=${page}`)).rows,
  };
}

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
