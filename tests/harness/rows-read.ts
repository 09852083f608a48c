/**
 * Counts what the database answers: `const read = countReads()` before the application is started, then `await
 * read.during(() => app.get('/api/…'))`.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import { vi } from 'vitest';

export type Reads = {
  /** Statements that change the database count too, and so does the end of a transaction. */
  statements: number;
  rows: number;
  characters: number;
  /** The statement that returned the most rows. */
  largest: { sql: string; rows: number };
};

const nothing = (): Reads => ({
  statements: 0,
  rows: 0,
  characters: 0,
  largest: { sql: '', rows: 0 },
});

/** Every database client that is opened afterwards is counted, in transactions too. */
export function countReads() {
  let reads = nothing();
  const counted = <Client extends SqlQueryable>(client: Client): Client => {
    const ask = client.queryRaw.bind(client);
    client.queryRaw = async (statement) => {
      const answer = await ask(statement);
      const rows = answer.rows.length;
      reads.statements += 1;
      reads.rows += rows;
      if (rows > reads.largest.rows) reads.largest = { sql: statement.sql, rows };
      reads.characters += charactersOf(answer.rows);
      return answer;
    };
    const execute = client.executeRaw.bind(client);
    client.executeRaw = async (statement) => {
      reads.statements += 1;
      return execute(statement);
    };
    return client;
  };
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this` below.
  const { connect } = PrismaPg.prototype;
  vi.spyOn(PrismaPg.prototype, 'connect').mockImplementation(async function connectCounted(this: PrismaPg) {
    const adapter = counted(await connect.call(this));
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => counted(await begin(isolation));
    return adapter;
  });
  return {
    during: async <Result>(work: () => Promise<Result>): Promise<{ result: Result; reads: Reads }> => {
      reads = nothing();
      const result = await work();
      // What is read afterwards is no part of the answer.
      return { result, reads: { ...reads } };
    },
  };
}

const charactersOf = (rows: unknown[][]): number =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).length;
