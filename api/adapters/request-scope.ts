/** The request that is being answered: its id, for what it starts. */
import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Does the work of a request. */
export const inRequest = <Result>(requestId: string, work: () => Result): Result =>
  requests.run(requestId, work);

/** Returns the id of the request; null outside of one, as in a worker. */
export const currentRequestId = (): string | null => requests.getStore() ?? null;
