/** How long the API's server lets a request take. */
import { Server } from 'node:http';
import { expect, test } from 'vitest';
import { createHttpServer } from '#api/adapters/http-server.ts';
import { limits } from '#contracts/limits.ts';

test('the largest upload arrives in time on the slowest line that is supported, and before its files are abandoned', () => {
  const server = createHttpServer(() => new Response());
  if (!(server instanceof Server)) throw new Error('The server has no limit for requests.');
  const largestMs = (limits.requestBytesMax * 8 * 1_000) / limits.slowestLineBitsPerS;
  expect(server.requestTimeout).toBeGreaterThan(largestMs);
  expect(server.requestTimeout).toBeLessThan(limits.incomingRetentionMs);
});
