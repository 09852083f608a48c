-- AlterTable
ALTER TABLE "reservations" ADD COLUMN     "api_token_id" UUID;

-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "address_ranges" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "credit_cap_hundredths" BIGINT,
ADD COLUMN     "last_used_address" TEXT,
ADD COLUMN     "service_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- ── The credit cap of a token ──────────────────────────────────────────────────────────────────────────────

ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_cap_not_negative" CHECK ("credit_cap_hundredths" >= 0);

CREATE INDEX "reservations_by_token" ON "reservations"("api_token_id") WHERE "api_token_id" IS NOT NULL;

-- Who asked for an attempt stays as it was written.
DROP TRIGGER reservations_kept ON "reservations";
CREATE TRIGGER reservations_kept
  BEFORE UPDATE OF "id", "job_id", "attempt", "user_id", "amount", "created_at", "api_token_id" OR DELETE OR TRUNCATE
  ON "reservations" FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- What runs that a token asked for were charged, and what is held for such runs now.
CREATE FUNCTION ledger_used_by_token(p_token uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE WHEN settled_at IS NULL THEN amount ELSE captured END), 0)::bigint
  FROM reservations WHERE api_token_id = p_token
$$;

-- Holds credits for one attempt of a job, within the cap of the token that asked for it. Outcomes: ok, insufficient,
-- capped, conflict (held before with another content). The customer's lock is taken first: of starts at once, each sees
-- what the one before it holds.
DROP FUNCTION ledger_reserve(uuid, integer, text, bigint, text);
CREATE FUNCTION ledger_reserve(
  p_job uuid, p_attempt integer, p_user text, p_amount bigint, p_description text, p_token uuid DEFAULT NULL
) RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_key text := 'reserve:' || p_job || ':' || p_attempt;
  v_balance bigint := ledger_lock(p_user);
  v_earlier reservations;
  v_cap bigint;
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
  IF p_token IS NOT NULL THEN
    SELECT credit_cap_hundredths INTO v_cap FROM api_tokens WHERE id = p_token AND user_id = p_user;
    -- A token that is gone spends nothing; one without a cap spends what there is.
    IF NOT FOUND OR (v_cap IS NOT NULL AND p_amount > 0 AND ledger_used_by_token(p_token) + p_amount > v_cap) THEN
      RETURN QUERY SELECT 'capped', v_balance;
      RETURN;
    END IF;
  END IF;
  INSERT INTO reservations (id, job_id, attempt, user_id, amount, api_token_id)
  VALUES (gen_random_uuid(), p_job, p_attempt, p_user, p_amount, p_token)
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
