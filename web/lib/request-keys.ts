/**
 * Keys that make requests idempotent. They live as long as the page rather than as long as a dialog: a request whose
 * answer was lost keeps its key when the dialog is closed and opened again, so that the server carries it out once.
 */

const unanswered = new Map<string, string>();

/** Sends a request with its key, which stays the same until the request, such as "refund 5 of job 7", has succeeded. */
export async function withRequestKey<Answer>(
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = unanswered.get(request) ?? crypto.randomUUID();
  unanswered.set(request, key);
  const answer = await send(key);
  unanswered.delete(request);
  return answer;
}
