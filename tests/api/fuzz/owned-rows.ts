/**
 * Finds the database rows that belong to a customer by their foreign keys, so that a new table is included
 * automatically.
 */
import { createHash } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import type { Database } from '#prisma/client.ts';

/** `refers` is the table to which a foreign key leads, and `referred` its column there. */
type Column = {
  table: string;
  column: string;
  refers: string | null;
  referred: string | null;
  isKey: boolean;
};
/** By table and key: a digest of the row. */
export type OwnedRows = Map<string, Map<string, string>>;
export type RowReader = Awaited<ReturnType<typeof createRowReader>>;

const catalogue = (db: Database): Promise<Column[]> => db.$queryRaw`
  SELECT c.relname AS "table", a.attname AS "column", t.relname AS "refers", r.attname AS "referred",
    coalesce(a.attnum = ANY (i.indkey), false) AS "isKey"
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
  LEFT JOIN pg_class t ON t.oid = f.confrelid
  LEFT JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[1]
  WHERE c.relkind = 'r' ORDER BY c.relname, a.attnum`;

/** For each table a condition that is true for the rows of the customer `$1`; tables without an owner are left out. */
function conditionsOf(columns: Column[]): Map<string, string> {
  const conditions = new Map([['users', 'users.id = $1']]);
  for (const { table, column } of columns)
    if (column === 'user_id') conditions.set(table, `${table}.user_id = $1`);
  // A foreign key leads from table to table; each further step away from the customer takes one more round.
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const { table, column, refers, referred } of columns) {
      const condition = refers && !conditions.has(table) ? conditions.get(refers) : undefined;
      if (!condition) continue;
      conditions.set(
        table,
        `${table}.${column} IN (SELECT ${refers}.${referred} FROM ${refers} WHERE ${condition})`,
      );
      isGrowing = true;
    }
  }
  return conditions;
}

/** Columns that another caller may change, because they hold no customer's data. */
const passing = `- 'last_activity'`;

export async function createRowReader({ db, files }: Pick<Deps, 'db' | 'files'>) {
  const columns = await catalogue(db);
  const conditions = conditionsOf(columns);
  const keyOf = (table: string): string =>
    columns
      .filter((column) => column.table === table && column.isKey)
      .map(({ column }) => `${table}.${column}::text`)
      .join(` || '/' || `);
  const text = [...conditions]
    .map(
      ([table, condition]) =>
        `SELECT '${table}' AS "table", ${keyOf(table)} AS key, md5((to_jsonb(${table}) ${passing})::text) AS digest,
          to_jsonb(${table}) AS row FROM ${table} WHERE ${condition}`,
    )
    .join(' UNION ALL ');
  type Read = { table: string; key: string; digest: string; row: Record<string, unknown> };

  const fileDigest = async (key: string): Promise<string> => {
    if (!(await files.has(key))) return 'away';
    return createHash('sha256')
      .update(await files.get(key))
      .digest('hex');
  };
  return {
    tables: [...conditions.keys()],
    /** The customer's rows, and under `files` the bytes to which they refer. */
    read: async (userId: string): Promise<OwnedRows> => {
      const rows = await db.$queryRawUnsafe<Read[]>(text, userId);
      const owned: OwnedRows = new Map([...conditions.keys(), 'files'].map((table) => [table, new Map()]));
      for (const { table, key, digest, row } of rows) {
        owned.get(table)?.set(key, digest);
        for (const [name, value] of Object.entries(row))
          if (name.endsWith('_key') && typeof value === 'string' && value.includes('/'))
            owned.get('files')?.set(value, await fileDigest(value));
      }
      return owned;
    },
  };
}

/** The differences between two readings, one line each. */
export function differences(before: OwnedRows, after: OwnedRows): string[] {
  const lines: string[] = [];
  for (const [table, rows] of after) {
    const earlier = before.get(table) ?? new Map<string, string>();
    for (const [key, digest] of rows)
      if (earlier.get(key) !== digest)
        lines.push(`${table} ${key} ${earlier.has(key) ? 'changed' : 'is new'}`);
    for (const key of earlier.keys()) if (!rows.has(key)) lines.push(`${table} ${key} is gone`);
  }
  return lines;
}
