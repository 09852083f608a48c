-- The ledger's rules, kept by the database itself. Its verbs are functions, so that each is one round trip; they are
-- called from api/domain/ledger.ts only.
--
-- Locking: every verb locks the row "customer:<user>" first and everything else of that user after it. The row is the
-- customer's mutex: a customer's verbs run one after the other, so none can wait for another in a circle, and what is
-- read after the lock is what the verb before left behind. A transaction handles one customer.

-- Speed: PostgreSQL reads the text of every CHECK and of every trigger's WHEN again for each statement. What accounts and
-- reservations must obey on every move stays short; what can only go wrong at their making is checked there.

-- ── What may be stored ──────────────────────────────────────────────────────────────────────────────────

ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_balance_not_negative" CHECK ("balance" >= 0);
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_amount_positive" CHECK ("amount" > 0);
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_not_zero" CHECK ("amount" <> 0);
ALTER TABLE "reservations"
  ADD CONSTRAINT "reservations_not_negative" CHECK ("amount" >= 0 AND "captured" >= 0 AND "released" >= 0),
  -- Hence captured + released never exceed the amount.
  ADD CONSTRAINT "reservations_settled_whole"
    CHECK ("captured" + "released" = CASE WHEN "settled_at" IS NULL THEN 0 ELSE "amount" END);

-- Customers' accounts have an owner and a balance, the platform's have neither.
CREATE FUNCTION ledger_check_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.user_id IS NULL AND NEW.balance IS NULL AND NEW.id LIKE 'platform:%')
    OR (NEW.id IN ('customer:' || NEW.user_id, 'reserved:' || NEW.user_id) AND NEW.balance = 0) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'account % is not well-formed', NEW.id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER ledger_accounts_well_formed BEFORE INSERT ON "ledger_accounts"
  FOR EACH ROW EXECUTE FUNCTION ledger_check_account();

INSERT INTO "ledger_accounts" ("id") VALUES ('platform:grants'), ('platform:revenue'), ('platform:adjustments');

-- ── What is written stays ───────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transfers"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_accounts_kept BEFORE UPDATE OF "id", "user_id" OR DELETE OR TRUNCATE ON "ledger_accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER reservations_kept
  BEFORE UPDATE OF "id", "job_id", "attempt", "user_id", "amount", "created_at" OR DELETE OR TRUNCATE ON "reservations"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER reservations_settled_once BEFORE UPDATE ON "reservations"
  FOR EACH ROW WHEN (OLD."settled_at" IS NOT NULL) EXECUTE FUNCTION ledger_refuse();

-- ── A transfer's entries sum to zero and carry its amount, at commit ────────────────────────────────────

CREATE FUNCTION ledger_check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transfer_id = NEW.transfer_id) <> 0 THEN
    RAISE EXCEPTION 'the entries of transfer % do not sum to zero', NEW.transfer_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger_check_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transfer_id = NEW.id AND amount > 0) IS DISTINCT FROM NEW.amount THEN
    RAISE EXCEPTION 'the entries of transfer % do not carry its amount', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entries();
CREATE CONSTRAINT TRIGGER ledger_transfers_carried AFTER INSERT ON "ledger_transfers"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_amount();

-- ── Verbs ───────────────────────────────────────────────────────────────────────────────────────────────

-- Locks the customer, whose accounts are opened when missing, and answers the available balance.
CREATE FUNCTION ledger_lock(p_user text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_balance bigint;
BEGIN
  SELECT balance INTO v_balance FROM ledger_accounts WHERE id = 'customer:' || p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (id, user_id, balance)
    VALUES ('customer:' || p_user, p_user, 0), ('reserved:' || p_user, p_user, 0)
    ON CONFLICT DO NOTHING;
    SELECT balance INTO STRICT v_balance FROM ledger_accounts WHERE id = 'customer:' || p_user FOR NO KEY UPDATE;
  END IF;
  RETURN v_balance;
END $$;

-- Writes one transfer and moves the running balances; the caller holds the customer's lock.
CREATE FUNCTION ledger_write(
  p_key text, p_kind text, p_user text, p_job uuid, p_from text, p_to text, p_amount bigint, p_description text, p_actor text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_transfer bigint;
  v_from_balance bigint;
  v_to_balance bigint;
BEGIN
  UPDATE ledger_accounts SET balance = balance - p_amount
  WHERE id = p_from AND balance IS NOT NULL RETURNING balance INTO v_from_balance;
  UPDATE ledger_accounts SET balance = balance + p_amount
  WHERE id = p_to AND balance IS NOT NULL RETURNING balance INTO v_to_balance;
  INSERT INTO ledger_transfers (key, kind, user_id, job_id, amount, description, actor_id)
  VALUES (p_key, p_kind, p_user, p_job, p_amount, p_description, p_actor)
  RETURNING id INTO v_transfer;
  INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after)
  VALUES (v_transfer, p_from, -p_amount, v_from_balance), (v_transfer, p_to, p_amount, v_to_balance);
END $$;

-- The available balance as a transfer left it. Transfers of a customer get their numbers under the customer's lock, so
-- the last entry up to the transfer is the one that counted then, even where the transfer itself did not touch it.
CREATE FUNCTION ledger_balance_at(p_user text, p_transfer bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT balance_after FROM ledger_entries
    WHERE account_id = 'customer:' || p_user AND transfer_id <= p_transfer
    ORDER BY id DESC LIMIT 1
  ), 0)
$$;

-- Moves credits between a customer and the platform once per key. Outcomes: ok, insufficient, conflict (the key was
-- used for something else).
CREATE FUNCTION ledger_post(
  p_key text, p_kind text, p_user text, p_from text, p_to text, p_amount bigint, p_description text, p_actor text
) RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_balance bigint := ledger_lock(p_user);
  v_earlier ledger_transfers;
BEGIN
  SELECT * INTO v_earlier FROM ledger_transfers WHERE key = p_key;
  IF FOUND THEN
    IF (v_earlier.kind, v_earlier.user_id, v_earlier.amount, v_earlier.actor_id)
      IS DISTINCT FROM (p_kind, p_user, p_amount, p_actor) THEN
      RETURN QUERY SELECT 'conflict', NULL::bigint;
    ELSE
      RETURN QUERY SELECT 'ok', ledger_balance_at(p_user, v_earlier.id);
    END IF;
    RETURN;
  END IF;
  IF p_from = 'customer:' || p_user AND v_balance < p_amount THEN
    RETURN QUERY SELECT 'insufficient', v_balance;
    RETURN;
  END IF;
  BEGIN
    PERFORM ledger_write(p_key, p_kind, p_user, NULL, p_from, p_to, p_amount, p_description, p_actor);
    RETURN QUERY SELECT 'ok', v_balance + CASE WHEN p_to = 'customer:' || p_user THEN p_amount ELSE -p_amount END;
  EXCEPTION WHEN unique_violation THEN
    -- Another customer took the key since it was looked for.
    RETURN QUERY SELECT 'conflict', NULL::bigint;
  END;
END $$;

-- Gives the trial credits of the settings once, however the settings change afterwards; answers what was given.
CREATE FUNCTION ledger_grant_trial(p_user text, p_description text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint;
BEGIN
  PERFORM ledger_lock(p_user);
  SELECT amount INTO v_amount FROM ledger_transfers WHERE key = 'trial:' || p_user;
  IF FOUND THEN
    RETURN v_amount;
  END IF;
  SELECT free_trial_credits_hundredths INTO STRICT v_amount FROM settings;
  IF v_amount > 0 THEN
    PERFORM ledger_write(
      'trial:' || p_user, 'trial', p_user, NULL, 'platform:grants', 'customer:' || p_user, v_amount, p_description, NULL
    );
  END IF;
  RETURN v_amount;
END $$;

-- Holds credits for one attempt of a job. Outcomes: ok, insufficient, conflict (held before with another content).
CREATE FUNCTION ledger_reserve(p_job uuid, p_attempt integer, p_user text, p_amount bigint, p_description text)
RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_key text := 'reserve:' || p_job || ':' || p_attempt;
  v_balance bigint := ledger_lock(p_user);
  v_earlier reservations;
BEGIN
  SELECT * INTO v_earlier FROM reservations WHERE job_id = p_job AND attempt = p_attempt;
  IF FOUND THEN
    IF (v_earlier.user_id, v_earlier.amount) <> (p_user, p_amount) THEN
      RETURN QUERY SELECT 'conflict', NULL::bigint;
    ELSE
      -- An empty reservation has no transfer and answers today's balance.
      RETURN QUERY SELECT 'ok',
        coalesce((SELECT ledger_balance_at(p_user, t.id) FROM ledger_transfers t WHERE t.key = v_key), v_balance);
    END IF;
    RETURN;
  END IF;
  IF v_balance < p_amount THEN
    RETURN QUERY SELECT 'insufficient', v_balance;
    RETURN;
  END IF;
  INSERT INTO reservations (id, job_id, attempt, user_id, amount)
  VALUES (gen_random_uuid(), p_job, p_attempt, p_user, p_amount)
  ON CONFLICT (job_id, attempt) DO NOTHING;
  IF NOT FOUND THEN
    -- Another customer took the job since it was looked for.
    RETURN QUERY SELECT 'conflict', NULL::bigint;
    RETURN;
  END IF;
  IF p_amount > 0 THEN
    PERFORM ledger_write(
      v_key, 'reserve', p_user, p_job, 'customer:' || p_user, 'reserved:' || p_user, p_amount, p_description, NULL
    );
  END IF;
  RETURN QUERY SELECT 'ok', v_balance - p_amount;
END $$;

-- Captures a part of a reservation and gives the rest back, once. Outcomes: ok, missing (nothing is reserved),
-- excess (more than is reserved), conflict (settled before with another capture).
CREATE FUNCTION ledger_settle(p_job uuid, p_attempt integer, p_capture bigint, p_description text)
RETURNS TABLE (outcome text, captured bigint, released bigint, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_suffix text := ':' || p_job || ':' || p_attempt;
  v_user text;
  v_balance bigint;
  v_held reservations;
  v_release bigint;
BEGIN
  -- The owner never changes, so it may be read before the lock; the rest is read after it.
  SELECT user_id INTO v_user FROM reservations WHERE job_id = p_job AND attempt = p_attempt;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'missing', NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  v_balance := ledger_lock(v_user);
  SELECT * INTO STRICT v_held FROM reservations WHERE job_id = p_job AND attempt = p_attempt;
  IF v_held.settled_at IS NOT NULL THEN
    IF v_held.captured <> p_capture THEN
      RETURN QUERY SELECT 'conflict', v_held.captured, v_held.released, NULL::bigint;
    ELSE
      RETURN QUERY SELECT 'ok', v_held.captured, v_held.released, coalesce((
        SELECT ledger_balance_at(v_user, max(t.id)) FROM ledger_transfers t
        WHERE t.key IN ('capture' || v_suffix, 'release' || v_suffix) HAVING count(*) > 0
      ), v_balance);
    END IF;
    RETURN;
  END IF;
  IF p_capture < 0 OR p_capture > v_held.amount THEN
    RETURN QUERY SELECT 'excess', NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  v_release := v_held.amount - p_capture;
  UPDATE reservations SET captured = p_capture, released = v_release, settled_at = now() WHERE id = v_held.id;
  IF p_capture > 0 THEN
    PERFORM ledger_write(
      'capture' || v_suffix, 'capture', v_user, p_job, 'reserved:' || v_user, 'platform:revenue', p_capture, p_description, NULL
    );
  END IF;
  IF v_release > 0 THEN
    PERFORM ledger_write(
      'release' || v_suffix, 'release', v_user, p_job, 'reserved:' || v_user, 'customer:' || v_user, v_release, p_description, NULL
    );
  END IF;
  RETURN QUERY SELECT 'ok', p_capture, v_release, v_balance + v_release;
END $$;

-- ── What must always be true: this view is always empty ─────────────────────────────────────────────────

CREATE VIEW ledger_problems AS
  SELECT 'the ledger does not sum to zero: ' || sum(amount) AS problem FROM ledger_entries HAVING sum(amount) <> 0
UNION ALL
  SELECT 'transfer ' || t.id || ' (' || t.key || ') is out of balance'
  FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id
  GROUP BY t.id
  HAVING coalesce(sum(e.amount), 0) <> 0 OR coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) <> t.amount
UNION ALL
  SELECT 'account ' || a.id || ' shows ' || a.balance || ', its entries sum to ' || coalesce(sum(e.amount), 0)
  FROM ledger_accounts a LEFT JOIN ledger_entries e ON e.account_id = a.id
  WHERE a.balance IS NOT NULL
  GROUP BY a.id
  HAVING a.balance <> coalesce(sum(e.amount), 0)
UNION ALL
  SELECT 'account ' || id || ' is negative: ' || balance FROM ledger_accounts WHERE balance < 0
UNION ALL
  SELECT 'entry ' || c.id || ' of ' || c.account_id || ' does not continue the balance before it'
  FROM (
    SELECT id, account_id, amount, balance_after,
      coalesce(lag(balance_after) OVER (PARTITION BY account_id ORDER BY id), 0) AS balance_before
    FROM ledger_entries WHERE balance_after IS NOT NULL
  ) c
  WHERE c.balance_after <> c.balance_before + c.amount
UNION ALL
  SELECT 'account ' || a.id || ' shows ' || a.balance || ', open reservations sum to ' || coalesce(sum(r.amount), 0)
  FROM ledger_accounts a LEFT JOIN reservations r ON r.user_id = a.user_id AND r.settled_at IS NULL
  WHERE a.id = 'reserved:' || a.user_id
  GROUP BY a.id
  HAVING a.balance <> coalesce(sum(r.amount), 0)
UNION ALL
  SELECT 'reservation of job ' || r.job_id || ', attempt ' || r.attempt || ' has no ' || step.kind || ' of ' || step.amount
  FROM reservations r
  CROSS JOIN LATERAL (VALUES ('reserve', r.amount), ('capture', r.captured), ('release', r.released)) AS step (kind, amount)
  LEFT JOIN ledger_transfers t
    ON t.key = step.kind || ':' || r.job_id || ':' || r.attempt AND t.amount = step.amount AND t.user_id = r.user_id
  WHERE step.amount > 0 AND t.id IS NULL;
