/** Fills the database: copies the rows of every table that exists, with new values in its unique columns. */
import type { Database, Transaction } from '#prisma/client.ts';

const GROWING_TIMEOUT_MS = 100_000;

type Column = { table: string; name: string; type: string; refers: boolean };
type Unique = { table: string; columns: string[]; isPartial: boolean };
type Growth = {
  /** Copies of each table, shared by its rows. */
  copies: number;
  /** Other numbers of copies, by table; 0 leaves a table as it is. */
  exceptions: Record<string, number>;
};

/**
 * Copies rows until every table has `copies` more of them, without triggers: running totals stay, and copies may refer
 * to nothing. Throws for a table that has no row to copy.
 */
export function growTables(db: Database, growth: Growth): Promise<void> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await grow(tx, growth);
    },
    { timeout: GROWING_TIMEOUT_MS },
  );
}

async function grow(db: Transaction, { copies, exceptions }: Growth): Promise<void> {
  const empty: string[] = [];
  const [columns, uniques] = await Promise.all([columnsOf(db), uniquesOf(db)]);
  for (const table of new Set(columns.map((column) => column.table))) {
    const count = exceptions[table] ?? copies;
    if (count === 0) continue;
    const own = columns.filter((column) => column.table === table);
    const varied = new Set(
      uniques.filter((unique) => unique.table === table).flatMap((unique) => variedIn(unique, own)),
    );
    const values = [...varied].map((column) => `'${column.name}', ${newValue(column)}`).join(', ');
    const copied = await db.$executeRawUnsafe(`
      INSERT INTO ${table}
      SELECT (jsonb_populate_record(old, jsonb_build_object(${values}))).*
      FROM (SELECT *, row_number() OVER () AS n FROM ${table}
        CROSS JOIN generate_series(1, ceil(${count}::numeric / greatest(1, (SELECT count(*) FROM ${table})))::integer) s
      ) numbered
      JOIN ${table} old ON ${keyOf(table, uniques)
        .map((name) => `old.${name} = numbered.${name}`)
        .join(' AND ')}`);
    if (copied < count) empty.push(table);
  }
  if (empty.length > 0) throw new Error(`Tables without a row that could be copied: ${empty.join(', ')}.`);
}

const columnsOf = (db: Transaction): Promise<Column[]> => db.$queryRaw`
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
    EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)) AS refers
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
  ORDER BY c.oid, a.attnum`;

/** The primary key of a table is the first. */
const uniquesOf = (db: Transaction): Promise<Unique[]> => db.$queryRaw`
  SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY k.place) AS columns,
    i.indpred IS NOT NULL AS "isPartial"
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
  CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k (attnum, place)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
  WHERE i.indisunique GROUP BY c.relname, i.indexrelid, i.indisprimary, i.indpred IS NOT NULL ORDER BY c.relname, i.indisprimary DESC`;

const keyOf = (table: string, uniques: readonly Unique[]): string[] =>
  uniques.find((unique) => unique.table === table)?.columns ?? [];

/**
 * If possible a column that refers to no other table, so that a copy belongs to the same record. An index over some rows
 * alone, such as the open refunds of a payment, leaves others to be copied.
 */
function variedIn({ columns, isPartial }: Unique, own: readonly Column[]): Column[] {
  const within = own.filter(({ name }) => columns.includes(name));
  const free = within.findLast(({ refers }) => !refers);
  if (free) return [free];
  return isPartial ? [] : within.slice(0, 1);
}

function newValue({ table, name, type }: Column): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'date') return `old.${name} + n::integer`;
  if (type === 'integer' || type === 'bigint') return `(SELECT max(${name}) FROM ${table}) + n`;
  return `old.${name} || '-' || n`;
}
