/**
 * The SQL statements that verify the ledger: conditions that must have no result, and pages of records that are
 * verified and added up by account. Each statement sees one consistent state of the database.
 */
import { Prisma } from '#prisma/generated/client.ts';
import type { Transaction } from '#prisma/client.ts';

/** `latest` are the sums that every run continues, `full` those that the daily full verification makes from scratch. */
type Pass = 'latest' | 'full';

/** Maximum number of problems reported per statement; the first ones show what is wrong. */
const PROBLEMS_MAX = 100;

/** A page of records: those with ids above `after` and up to `upTo`, at most `take` of them. */
export type PageOf = { pass: Pass; after: bigint; upTo: bigint; take: number };
export type PageEnd = { problems: string[]; last: bigint };

/** Problems of the entries in `entries_page`, which continue the sums of the pass. */
const entryProblems = (pass: Pass) => Prisma.sql`
  SELECT 'entry ' || c.id || ' of ' || c.account_id || ' does not continue the balance before it' AS problem
  FROM (
    SELECT p.id, p.account_id, p.amount, p.balance_after,
      coalesce(lag(p.balance_after) OVER (PARTITION BY p.account_id ORDER BY p.id), s.amount, 0) AS balance_before
    FROM entries_page p LEFT JOIN ledger_audit_sums s ON s.pass = ${pass}::text AND s.account_id = p.account_id
    WHERE p.balance_after IS NOT NULL
  ) c
  WHERE c.balance_after <> c.balance_before + c.amount
UNION ALL
  SELECT 'entry ' || p.id || ' belongs to no transfer'
  FROM entries_page p LEFT JOIN ledger_transfers t ON t.id = p.transfer_id WHERE t.id IS NULL`;

/** Problems of the transfers in `transfers_page`: their entries, and the reservations of which they are steps. */
const transferProblems = Prisma.sql`
  SELECT 'transfer ' || t.id || ' (' || t.key || ') is out of balance' AS problem
  FROM transfers_page t LEFT JOIN ledger_entries e ON e.transfer_id = t.id
  GROUP BY t.id, t.key, t.amount
  HAVING coalesce(sum(e.amount), 0) <> 0 OR coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) <> t.amount
UNION ALL
  SELECT 'transfer ' || t.id || ' (' || t.key || ') has no reservation'
  FROM transfers_page t
  LEFT JOIN reservations r ON r.job_id = t.job_id AND t.key = t.kind || ':' || r.job_id || ':' || r.attempt
  WHERE t.kind IN ('reserve', 'capture', 'release') AND r.id IS NULL`;

/** Problems of the reservations in `reservations_page`: each step has its transfer. */
const reservationProblems = Prisma.sql`
  SELECT 'reservation of job ' || r.job_id || ', attempt ' || r.attempt || ' has no ' || step.kind || ' of ' || step.amount
    AS problem
  FROM reservations_page r
  CROSS JOIN LATERAL (VALUES ('reserve', r.amount), ('capture', r.captured), ('release', r.released)) AS step (kind, amount)
  LEFT JOIN ledger_transfers t
    ON t.key = step.kind || ':' || r.job_id || ':' || r.attempt AND t.amount = step.amount AND t.user_id = r.user_id
  WHERE step.amount > 0 AND t.id IS NULL`;

/** What transfers add to the figures of the customer's account. Captures and releases are not lines of the history. */
const figuresOfTransfers = Prisma.sql`
  count(*) FILTER (WHERE kind NOT IN ('capture', 'release')) AS lines,
  coalesce(sum(amount) FILTER (WHERE kind = 'purchase'), 0) AS purchased,
  coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS used`;

/**
 * Verifies and adds up a page of entries. Transfers up to `verifiedTransferId` that have an entry on the page are
 * verified again.
 */
export async function entriesPage(
  tx: Transaction,
  { pass, after, upTo, take, verifiedTransferId }: PageOf & { verifiedTransferId: bigint },
): Promise<PageEnd> {
  const [page] = await tx.$queryRaw<RawPage[]>`
    WITH entries_page AS MATERIALIZED (
      SELECT id, transfer_id, account_id, amount, balance_after FROM ledger_entries
      WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${take}::integer
    ), transfers_page AS (
      SELECT * FROM ledger_transfers WHERE id IN (
        SELECT transfer_id FROM entries_page WHERE transfer_id <= ${verifiedTransferId})
    ), added AS (
      INSERT INTO ledger_audit_sums AS s (pass, account_id, entries, amount, digest)
      SELECT ${pass}::text, account_id, count(*), sum(amount), sum(hashtextextended(
        concat_ws('/', 'entry', id, transfer_id, amount, coalesce(balance_after::text, '-')), 0))
      FROM entries_page GROUP BY account_id
      ON CONFLICT (pass, account_id) DO UPDATE SET entries = s.entries + excluded.entries,
        amount = s.amount + excluded.amount, digest = s.digest + excluded.digest
    ), problems AS (${entryProblems(pass)} UNION ALL ${transferProblems})
    ${endOf(Prisma.sql`entries_page`)}`;
  return endOfPage(page, { upTo, take });
}

/** Verifies and adds up a page of transfers. Descriptions are left out of the digest, because they may be reworded. */
export async function transfersPage(tx: Transaction, { pass, after, upTo, take }: PageOf): Promise<PageEnd> {
  const [page] = await tx.$queryRaw<RawPage[]>`
    WITH transfers_page AS MATERIALIZED (
      SELECT id, key, kind, user_id, job_id, amount, actor_id, created_at FROM ledger_transfers
      WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${take}::integer
    ), added AS (
      INSERT INTO ledger_audit_sums AS s (pass, account_id, lines, purchased, used, digest)
      SELECT ${pass}::text, 'customer:' || user_id, ${figuresOfTransfers}, sum(hashtextextended(
        concat_ws('/', 'transfer', id, key, kind, coalesce(job_id::text, '-'), amount, coalesce(actor_id, '-'),
          extract(epoch FROM created_at)), 0))
      FROM transfers_page GROUP BY user_id
      ON CONFLICT (pass, account_id) DO UPDATE SET lines = s.lines + excluded.lines,
        purchased = s.purchased + excluded.purchased, used = s.used + excluded.used, digest = s.digest + excluded.digest
    ), problems AS (${transferProblems})
    ${endOf(Prisma.sql`transfers_page`)}`;
  return endOfPage(page, { upTo, take });
}

/** Verifies a page of reservations; `last` is null when there are no more. */
export async function reservationsPage(
  tx: Transaction,
  { after, take }: { after: string | null; take: number },
): Promise<{ problems: string[]; last: string | null }> {
  const [page] = await tx.$queryRaw<{ problems: string[]; last: string | null; records: bigint }[]>`
    WITH reservations_page AS MATERIALIZED (
      SELECT * FROM reservations WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${take}::integer
    ), problems AS (${reservationProblems})
    SELECT ARRAY(SELECT problem FROM problems LIMIT ${PROBLEMS_MAX}) AS problems,
      (SELECT id FROM reservations_page ORDER BY id DESC LIMIT 1) AS last,
      (SELECT count(*) FROM reservations_page) AS records`;
  if (!page) throw new Error('The database did not answer.');
  return { problems: page.problems, last: page.records < take ? null : page.last };
}

/**
 * Verifies everything after the checkpoint, and that each account shows the sum of the checkpoint and the records after
 * it. It reads the checkpoint's sums, all accounts and open reservations, and only the new ones of all other records.
 */
export async function problemsSince(
  tx: Transaction,
  { entryId, transferId, settledFrom }: { entryId: bigint; transferId: bigint; settledFrom: Date },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ problem: string }[]>`
    WITH entries_page AS MATERIALIZED (SELECT * FROM ledger_entries WHERE id > ${entryId}),
    new_transfers AS MATERIALIZED (SELECT * FROM ledger_transfers WHERE id > ${transferId}),
    transfers_page AS MATERIALIZED (
      SELECT * FROM new_transfers
      UNION ALL
      SELECT * FROM ledger_transfers WHERE id IN (SELECT transfer_id FROM entries_page WHERE transfer_id <= ${transferId})
    ), reservations_page AS MATERIALIZED (
      SELECT * FROM reservations WHERE settled_at IS NULL OR settled_at >= ${settledFrom}
    ), sums AS (
      SELECT account_id, sum(amount) AS amount, sum(lines) AS lines, sum(purchased) AS purchased, sum(used) AS used
      FROM (
        SELECT account_id, amount, lines, purchased, used FROM ledger_audit_sums WHERE pass = 'latest'
        UNION ALL SELECT account_id, amount, 0, 0, 0 FROM entries_page
        UNION ALL SELECT 'customer:' || user_id, 0, ${figuresOfTransfers} FROM new_transfers GROUP BY user_id
      ) s GROUP BY account_id
    )
    SELECT problem FROM (
      ${entryProblems('latest')} UNION ALL ${transferProblems} UNION ALL ${reservationProblems}
      UNION ALL ${accountProblems}
    ) p LIMIT ${PROBLEMS_MAX}`;
  return rows.map(({ problem }) => problem);
}

/** Problems of all accounts, compared with the `sums` of their entries and transfers. */
const accountProblems = Prisma.sql`
  SELECT 'the ledger does not sum to zero: ' || sum(amount) AS problem FROM sums HAVING sum(amount) <> 0
UNION ALL
  SELECT 'account ' || s.account_id || ' does not exist and has entries or transfers'
  FROM sums s LEFT JOIN ledger_accounts a ON a.id = s.account_id WHERE a.id IS NULL
UNION ALL
  SELECT 'account ' || a.id || ' shows ' || a.balance || ', its entries sum to ' || coalesce(s.amount, 0)
  FROM ledger_accounts a LEFT JOIN sums s ON s.account_id = a.id
  WHERE a.balance <> coalesce(s.amount, 0)
UNION ALL
  SELECT 'account ' || id || ' is negative: ' || balance FROM ledger_accounts WHERE balance < 0
UNION ALL
  SELECT 'account ' || a.id || ' shows ' || a.balance || ', open reservations sum to ' || coalesce(r.amount, 0)
  FROM ledger_accounts a
  LEFT JOIN (SELECT user_id, sum(amount) AS amount FROM reservations_page WHERE settled_at IS NULL GROUP BY user_id) r
    ON r.user_id = a.user_id
  WHERE a.id = 'reserved:' || a.user_id AND a.balance <> coalesce(r.amount, 0)
UNION ALL
  SELECT 'account ' || a.id || ' shows ' || figure.name || ' ' || figure.shown || ', its transfers make ' || figure.made
  FROM ledger_accounts a
  LEFT JOIN sums s ON s.account_id = 'customer:' || a.user_id
  CROSS JOIN LATERAL (SELECT coalesce(a.id = 'customer:' || a.user_id, FALSE) AS is_first,
    coalesce(a.id = 'reserved:' || a.user_id, FALSE) AS is_second) kept
  CROSS JOIN LATERAL (VALUES
    ('lines', a.lines::numeric, CASE WHEN is_first THEN coalesce(s.lines, 0) ELSE 0 END),
    ('purchased', a.purchased::numeric, CASE WHEN is_first THEN coalesce(s.purchased, 0) ELSE 0 END),
    ('used', a.used::numeric, CASE WHEN is_second THEN coalesce(s.used, 0) ELSE 0 END)
  ) AS figure (name, shown, made)
  WHERE figure.shown <> figure.made`;

/** Returns the accounts of which a record that was already verified has been changed, deleted or added. */
export async function changedAccounts(tx: Transaction): Promise<string[]> {
  const rows = await tx.$queryRaw<{ problem: string }[]>`
    SELECT 'the verified records of account ' || account_id || ' have changed: ' || coalesce(f.entries, 0)
      || ' entries of ' || coalesce(f.amount, 0) || ', and before ' || coalesce(l.entries, 0) || ' of '
      || coalesce(l.amount, 0) AS problem
    FROM (SELECT * FROM ledger_audit_sums WHERE pass = 'full') f
    FULL JOIN (SELECT * FROM ledger_audit_sums WHERE pass = 'latest') l USING (account_id)
    WHERE (f.entries, f.amount, f.lines, f.purchased, f.used, f.digest)
      IS DISTINCT FROM (l.entries, l.amount, l.lines, l.purchased, l.used, l.digest)
    ORDER BY account_id LIMIT ${PROBLEMS_MAX}`;
  return rows.map(({ problem }) => problem);
}

type RawPage = { problems: string[]; last: bigint | null; records: bigint };

const endOf = (page: Prisma.Sql) => Prisma.sql`
  SELECT ARRAY(SELECT problem FROM problems LIMIT ${PROBLEMS_MAX}) AS problems,
    (SELECT max(id) FROM ${page}) AS last, (SELECT count(*) FROM ${page}) AS records`;

/** A page that is not full has reached the end, even if the last ids were never used. */
function endOfPage(page: RawPage | undefined, { upTo, take }: { upTo: bigint; take: number }): PageEnd {
  if (!page) throw new Error('The database did not answer.');
  const isFull = page.records >= take && page.last !== null;
  return { problems: page.problems, last: isFull ? (page.last ?? upTo) : upTo };
}
