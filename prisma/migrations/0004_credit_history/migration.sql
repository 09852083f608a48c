-- Credit histories: a customer's history is as fast with a million lines as with a thousand, and the ledger writes less.
--
-- A line of the history is a transfer that is no capture and no release: those two are later steps of the line that their
-- reservation began.

-- ── Indexes ─────────────────────────────────────────────────────────────────────────────────────────────

-- Nothing is looked up by job: a job's transfers are found by their keys. The others hold only what is read through
-- them, so that a move writes to fewer of them.
DROP INDEX "ledger_transfers_user_id_id_idx";
DROP INDEX "ledger_transfers_job_id_idx";
DROP INDEX "ledger_entries_account_id_id_idx";
CREATE INDEX "ledger_transfers_lines_idx" ON "ledger_transfers" ("user_id", "id" DESC)
  WHERE "kind" NOT IN ('capture', 'release');
CREATE INDEX "ledger_transfers_captures_idx" ON "ledger_transfers" ("user_id", "created_at") WHERE "kind" = 'capture';
CREATE INDEX "ledger_entries_balances_idx" ON "ledger_entries" ("account_id", "id") WHERE "balance_after" IS NOT NULL;

-- Room on the page for the next version of a row: no index is written when a balance moves or a reservation is settled.
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);
ALTER TABLE "reservations" SET (fillfactor = 50);

-- ── Running figures ─────────────────────────────────────────────────────────────────────────────────────

UPDATE ledger_accounts a
SET lines = CASE WHEN a.id = 'customer:' || a.user_id THEN t.lines ELSE 0 END,
  purchased = CASE WHEN a.id = 'customer:' || a.user_id THEN t.purchased ELSE 0 END,
  used = CASE WHEN a.id = 'reserved:' || a.user_id THEN t.used ELSE 0 END
FROM (
  SELECT user_id, count(*) FILTER (WHERE kind NOT IN ('capture', 'release')) AS lines,
    coalesce(sum(amount) FILTER (WHERE kind = 'purchase'), 0) AS purchased,
    coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS used
  FROM ledger_transfers GROUP BY user_id
) t
WHERE a.user_id = t.user_id;

-- Writes one transfer and moves the running balances and figures; the caller holds the customer's lock. One statement,
-- since this is what every job costs twice.
CREATE OR REPLACE FUNCTION ledger_write(
  p_key text, p_kind text, p_user text, p_job uuid, p_from text, p_to text, p_amount bigint, p_description text, p_actor text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_customer text := 'customer:' || p_user;
  v_lines integer := CASE WHEN p_kind IN ('capture', 'release') THEN 0 ELSE 1 END;
  v_purchased bigint := CASE WHEN p_kind = 'purchase' THEN p_amount ELSE 0 END;
  -- A capture moves no other running balance than that of "reserved:<user>".
  v_used bigint := CASE WHEN p_kind = 'capture' THEN p_amount ELSE 0 END;
BEGIN
  WITH moved AS (
    UPDATE ledger_accounts
    SET balance = balance + CASE WHEN id = p_to THEN p_amount ELSE -p_amount END,
      lines = lines + CASE WHEN id = v_customer THEN v_lines ELSE 0 END,
      purchased = purchased + v_purchased,
      used = used + v_used
    WHERE id IN (p_from, p_to) AND balance IS NOT NULL
    RETURNING id, balance
  ), written AS (
    INSERT INTO ledger_transfers (key, kind, user_id, job_id, amount, description, actor_id)
    VALUES (p_key, p_kind, p_user, p_job, p_amount, p_description, p_actor)
    RETURNING id
  )
  INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after)
  SELECT written.id, side.account_id, side.amount, (SELECT balance FROM moved WHERE moved.id = side.account_id)
  FROM written, (VALUES (p_from, -p_amount), (p_to, p_amount)) AS side (account_id, amount);
END $$;

-- ── The figures are what the transfers say, too ─────────────────────────────────────────────────────────

ALTER VIEW ledger_problems RENAME TO ledger_balance_problems;

CREATE VIEW ledger_figure_problems AS
  SELECT 'account ' || a.id || ' shows ' || figure.name || ' ' || figure.shown || ', its transfers make '
    || figure.made AS problem
  FROM ledger_accounts a
  LEFT JOIN (
    SELECT user_id, count(*) FILTER (WHERE kind NOT IN ('capture', 'release')) AS lines,
      sum(amount) FILTER (WHERE kind = 'purchase') AS purchased, sum(amount) FILTER (WHERE kind = 'capture') AS used
    FROM ledger_transfers GROUP BY user_id
  ) t ON t.user_id = a.user_id
  CROSS JOIN LATERAL (VALUES
    ('lines', 'customer:', a.lines::numeric, coalesce(t.lines, 0)::numeric),
    ('purchased', 'customer:', a.purchased::numeric, coalesce(t.purchased, 0)),
    ('used', 'reserved:', a.used::numeric, coalesce(t.used, 0))
  ) AS expected (name, kept_on, shown, total)
  CROSS JOIN LATERAL (SELECT expected.name, expected.shown,
    CASE WHEN a.id = expected.kept_on || a.user_id THEN expected.total ELSE 0 END AS made) AS figure
  WHERE figure.shown <> figure.made;

CREATE VIEW ledger_problems AS
  SELECT problem FROM ledger_balance_problems UNION ALL SELECT problem FROM ledger_figure_problems;
