/**
 * Writes the records of many ended jobs in bulk, as the product would have left them: uploads, jobs, rows, files, ledger,
 * timelines, notices and changes by administrators, of customers of whom a few have most.
 */
import { creditMessages } from '#contracts/credits/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Message } from '#contracts/messages/message.ts';

/** The customer whose jobs are the same however many others there are. */
export const SAME_CUSTOMER = 'user-0';
export const SAME_CUSTOMER_JOBS = 50;
/** The customer with the most jobs. */
export const LARGEST_CUSTOMER = 'user-1';
/** Jobs at the end that have not ended. */
const OPEN_JOBS = 20;

type Stored = {
  jobs: number;
  customers: number;
  /** Number of rows of every hundredth job, and of one job of `SAME_CUSTOMER`. */
  largeJobRows?: number;
  /** The time over which the jobs are spread, up to now. */
  days?: number;
};

const LARGE_JOB_ROWS = 5_000;
/** With these, a job has a hundred rows on average. */
const MIDDLE_JOB_ROWS = 300;
const SMALL_JOB_ROWS = 23;
const SAME_CUSTOMER_ROWS = 100;
const DAYS = 6.9;
const COST_PER_ROW = 50;
const STARTING_CREDITS = 1_000_000_000_000;
const EVENTS = [jobMessages.workingRows(), jobMessages.collectingFiles(), jobMessages.finished()];
/** Without triggers: what single moves must obey is made to fit. */
const BEGIN = 'BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off;';

const json = (message: Message): string => `'${JSON.stringify(message).replaceAll("'", "''")}'::jsonb`;

/** The EXP number of a row, by which it is found. */
export const expNumberOf = (job: number, row: number): string =>
  `1084-${String((job * 131 + row) % 1_000_000).padStart(6, '0')}-2026`;

/**
 * Returns statements that must run in their order: all but the rows, which `storedRowsSql` writes. They leave the table
 * `made` of the jobs.
 */
export function storedJobsSql({
  jobs,
  customers,
  largeJobRows = LARGE_JOB_ROWS,
  days = DAYS,
}: Stored): string[] {
  const step = Math.floor(jobs / SAME_CUSTOMER_JOBS);
  return [
    made({ jobs, customers, largeJobRows, days, step }),
    people(customers),
    jobRecords(),
    ledger(customers),
    `${BEGIN}
    INSERT INTO job_files (id, job_id, kind, name, file_key, content_type, size_bytes, created_at)
    SELECT gen_random_uuid(), id, 'result', file, 'jobs/' || id || '/results/' || file, 'text/csv', 1000, ended
    FROM made, unnest(ARRAY['result.csv', 'result.xlsx']) file WHERE ended IS NOT NULL;
    INSERT INTO job_events (job_id, at, kind, message, key)
    SELECT id, at, 'running', message, 'key-' || n FROM made, unnest(ARRAY[${EVENTS.map(json).join(', ')}])
      WITH ORDINALITY event (message, n) ORDER BY i, n;
    INSERT INTO notifications (id, key, user_id, type, title, message, is_read, action_url, action_label, words, created_at)
    SELECT gen_random_uuid(), 'job_end:' || id || ':1', user_id, 'job_complete', 'Your job has finished',
      'EXP Search: list ' || i || '.csv has finished.', hash % 10 > 0, '/dashboard/jobs/' || id, 'Open the job',
      jsonb_build_object('kind', 'job_completed', 'values', jsonb_build_object('file', 'list ' || i || '.csv')), ended
    FROM made WHERE ended IS NOT NULL ORDER BY i;
    INSERT INTO audit_entries (id, at, admin_id, action, subject, before, after, reason)
    SELECT gen_random_uuid(), at, 'user-2', 'job retried', 'job/' || id, '{"state":"failed"}', '{"state":"queued"}', 'Bench'
    FROM made WHERE i % 2 = 0 ORDER BY i;
    COMMIT`,
  ];
}

/** Returns the statement that writes the rows of the jobs with these numbers, so that several can share the work. */
export const storedRowsSql = (firstJob: number, lastJob: number): string => `${BEGIN}
  INSERT INTO job_rows (job_id, row_number, source, data, natural_key, outcome, message, portal_reference, values,
    attempts, charged, processed_at)
  SELECT m.id, line.n, cells, cells, exp, end_of.outcome,
    CASE WHEN end_of.outcome IS NOT NULL THEN jsonb_build_object('key', 'quote', 'params', jsonb_build_object('text', exp)) END,
    CASE WHEN end_of.outcome = 'SUCCESS' THEN exp END, CASE WHEN end_of.outcome = 'SUCCESS' THEN jsonb_build_object('exp_date', '2026-01-05', 'portal_status', 'Issued',
      'exporter_name', 'Meghna Knit Composite Ltd.', 'invoice_no', 'PAL/DE/2026/' || line.n, 'importer_name', 'Hanse Mode GmbH',
      'destination_country', 'DE', 'commodity', 'Men''s cotton trousers', 'quantity', 10560, 'invoice_value', 88408.32) END,
    1, coalesce(end_of.outcome = 'SUCCESS', false), m.ended
  FROM made m CROSS JOIN LATERAL generate_series(1, m.row_count) line (n)
    CROSS JOIN LATERAL (SELECT lpad(((m.i * 131 + line.n) % 1000000)::text, 6, '0') AS serial) number
    CROSS JOIN LATERAL (SELECT '1084-' || serial || '-2026' AS exp,
      jsonb_build_object('ad_code', '1084', 'exp_serial', serial, 'exp_year', '2026') AS cells) written
    CROSS JOIN LATERAL (SELECT CASE WHEN m.ended IS NULL THEN NULL WHEN m.state = 'completed' AND line.n % 50 > 0
      THEN 'SUCCESS' ELSE 'PORTAL_DOWN' END AS outcome) end_of
  WHERE m.i BETWEEN ${firstJob} AND ${lastJob} ORDER BY m.i, line.n;
  COMMIT`;

/** One line for each job: whose it is, how many rows it has, when and how it ended, and what came before it. */
function made({ jobs, customers, largeJobRows, days, step }: Required<Stored> & { step: number }): string {
  return `
    CREATE UNLOGGED TABLE made AS
    WITH shares AS (
      SELECT array_agg(upto ORDER BY upto) AS upto FROM (
        SELECT sum(1.0 / c) OVER (ORDER BY c) / (SELECT sum(1.0 / c) FROM generate_series(1, ${customers}) c) AS upto
        FROM generate_series(1, ${customers}) c) share
    ), drawn AS (
      SELECT i, (i * 2654435761) % 4294967296 AS hash,
        now() - (${jobs} - i) * interval '1 second' * ${(days * 86_400) / jobs} - interval '2 minutes' AS at
      FROM generate_series(1, ${jobs}::bigint) i
    ), owned AS (
      SELECT i, hash, at, md5('job-' || i)::uuid AS id, md5('upload-' || i)::uuid AS upload_id,
        CASE WHEN i % ${step} = 0 THEN '${SAME_CUSTOMER}'
          ELSE 'user-' || least(1 + width_bucket(hash / 4294967296.0, shares.upto), ${customers}) END AS user_id,
        CASE WHEN i = ${step} THEN ${largeJobRows} WHEN i % ${step} = 0 THEN ${SAME_CUSTOMER_ROWS}
          WHEN hash % 100 = 0 THEN ${largeJobRows} WHEN hash % 10 = 5 THEN ${MIDDLE_JOB_ROWS} ELSE ${SMALL_JOB_ROWS} END AS row_count,
        CASE WHEN i > ${jobs - OPEN_JOBS} AND i % ${step} > 0 THEN 'queued' WHEN i % ${step} = 0 THEN 'completed'
          WHEN hash % 33 = 1 THEN 'failed' ELSE 'completed' END AS state
      FROM drawn, shares
    ), paid AS (
      SELECT *, CASE WHEN state = 'queued' THEN NULL ELSE at + interval '1 minute' END AS ended,
        row_count::bigint * ${COST_PER_ROW} AS amount,
        CASE WHEN state = 'completed' THEN row_count::bigint * ${COST_PER_ROW} ELSE 0 END AS captured
      FROM owned
    )
    SELECT *, ${STARTING_CREDITS} - coalesce(sum(CASE WHEN state = 'queued' THEN amount ELSE captured END) OVER before, 0)
        AS balance_before,
      coalesce(sum(amount) FILTER (WHERE state = 'queued') OVER before, 0) AS held_before
    FROM paid WINDOW before AS (PARTITION BY user_id ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ORDER BY i;
    CREATE UNIQUE INDEX ON made (i); ANALYZE made`;
}

const people = (customers: number): string => `${BEGIN}
  INSERT INTO users (id, email, name, company, email_verified, is_admin, updated_at)
  SELECT 'user-' || c, 'customer-' || c || '@example.test', 'Customer ' || c, 'Company ' || c, true, false, now()
  FROM generate_series(0, ${customers}) c;
  COMMIT`;

/** Uploads are kept for a day, so the files of all older ones are gone. */
const jobRecords = (): string => `${BEGIN}
  INSERT INTO uploads (id, user_id, service_id, file_name, file_key, size_bytes, sha256, created_at, deleted_at)
  SELECT upload_id, user_id, 'exp-search', 'list ' || i || '.csv', 'uploads/' || upload_id, 1000, md5('sheet-' || i), at,
    CASE WHEN at < now() - interval '1 day' THEN at + interval '1 day' END
  FROM made ORDER BY i;
  INSERT INTO jobs (id, user_id, service_id, service_name, upload_id, file_name, portal, state, rows_total, rows_done,
    rows_succeeded, rows_failed, cost_per_row_hundredths, reserved_hundredths, captured_hundredths, released_hundredths,
    error_code, request_hash, headers, created_at, started_at, finished_at, expires_at, files_state)
  SELECT id, user_id, 'exp-search', 'EXP Search', upload_id, 'list ' || i || '.csv', 'bb-exp', state, row_count,
    CASE WHEN ended IS NULL THEN 0 ELSE row_count END, CASE WHEN state = 'completed' THEN row_count - row_count / 50 ELSE 0 END,
    CASE state WHEN 'completed' THEN row_count / 50 WHEN 'failed' THEN row_count ELSE 0 END, ${COST_PER_ROW}, amount,
    CASE WHEN ended IS NULL THEN 0 ELSE captured END, CASE WHEN ended IS NULL THEN 0 ELSE amount - captured END,
    CASE WHEN state = 'failed' THEN 'PORTAL_DOWN' END, md5('request-' || i), '["ad_code", "exp_serial", "exp_year"]',
    at, CASE WHEN ended IS NOT NULL THEN at END, ended, ended + interval '7 days',
    CASE WHEN ended IS NULL THEN 'none' ELSE 'written' END
  FROM made ORDER BY i;
  COMMIT`;

/** A customer's first transfer brings the credits; each job then holds its price, and uses it or gives it back. */
const ledger = (customers: number): string => `${BEGIN}
  INSERT INTO ledger_transfers (id, key, kind, user_id, amount, description, actor_id, created_at)
  SELECT 1 + c, 'adjust:user-' || c, 'admin_add', 'user-' || c, ${STARTING_CREDITS}, ${json(creditMessages.added())}, 'bench',
    now() - interval '90 days' FROM generate_series(0, ${customers}) c;
  INSERT INTO ledger_transfers (id, key, kind, user_id, job_id, amount, description, created_at)
  SELECT ${customers} + 2 * i + step.after, step.kind || ':' || id || ':1', step.kind, user_id, id, amount,
    jsonb_build_object('key', 'credit.job', 'params', jsonb_build_object('service', 'EXP Search', 'file', 'list ' || i || '.csv')),
    CASE step.after WHEN 0 THEN at ELSE ended END
  FROM made CROSS JOIN LATERAL (
    VALUES ('reserve', 0), (CASE WHEN captured > 0 THEN 'capture' ELSE 'release' END, 1)) step (kind, after)
  WHERE step.after = 0 OR ended IS NOT NULL ORDER BY i, step.after;
  INSERT INTO ledger_entries (id, transfer_id, account_id, amount, balance_after)
  SELECT 2 * t.id + side.n, t.id, side.account_id, side.amount, side.balance_after
  FROM ledger_transfers t LEFT JOIN made m ON m.id = t.job_id CROSS JOIN LATERAL (VALUES
    (0, CASE t.kind WHEN 'admin_add' THEN 'platform:adjustments' WHEN 'reserve' THEN 'customer:' || t.user_id
      ELSE 'reserved:' || t.user_id END, -t.amount,
      CASE t.kind WHEN 'admin_add' THEN NULL WHEN 'reserve' THEN m.balance_before - t.amount ELSE m.held_before END),
    (1, CASE t.kind WHEN 'reserve' THEN 'reserved:' || t.user_id WHEN 'capture' THEN 'platform:revenue'
      ELSE 'customer:' || t.user_id END, t.amount,
      CASE t.kind WHEN 'admin_add' THEN t.amount WHEN 'reserve' THEN m.held_before + t.amount WHEN 'capture' THEN NULL
        ELSE m.balance_before END)
  ) side (n, account_id, amount, balance_after) ORDER BY t.id, side.n;
  INSERT INTO ledger_accounts (id, user_id, balance, lines, purchased, used)
  SELECT account.kind || ':' || u.user_id, u.user_id,
    CASE account.kind WHEN 'customer' THEN ${STARTING_CREDITS} - coalesce(m.captured, 0) - coalesce(m.held, 0)
      ELSE coalesce(m.held, 0) END,
    CASE account.kind WHEN 'customer' THEN 1 + coalesce(m.jobs, 0) ELSE 0 END, 0,
    CASE account.kind WHEN 'reserved' THEN coalesce(m.captured, 0) ELSE 0 END
  FROM (SELECT 'user-' || c AS user_id FROM generate_series(0, ${customers}) c) u
    LEFT JOIN (SELECT user_id, count(*)::integer AS jobs, sum(captured) FILTER (WHERE ended IS NOT NULL) AS captured,
      sum(amount) FILTER (WHERE ended IS NULL) AS held FROM made GROUP BY user_id) m USING (user_id),
    (VALUES ('customer'), ('reserved')) account (kind);
  INSERT INTO reservations (id, job_id, attempt, user_id, amount, captured, released, created_at, settled_at)
  SELECT gen_random_uuid(), id, 1, user_id, amount, CASE WHEN ended IS NULL THEN 0 ELSE captured END,
    CASE WHEN ended IS NULL THEN 0 ELSE amount - captured END, at, ended FROM made ORDER BY i;
  SELECT setval(pg_get_serial_sequence('ledger_transfers', 'id'), (SELECT max(id) FROM ledger_transfers)),
    setval(pg_get_serial_sequence('ledger_entries', 'id'), (SELECT max(id) FROM ledger_entries));
  COMMIT`;
