-- Messages are stored as data: their key in the catalogue and their values. TODO reading of old texts
CREATE FUNCTION message_of(p_text text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('key', 'quote', 'params', jsonb_build_object('text', p_text))
$$;

ALTER TABLE "job_rows" ALTER COLUMN "message" DROP DEFAULT, ALTER COLUMN "message" DROP NOT NULL,
  ALTER COLUMN "message" TYPE jsonb USING CASE WHEN message <> '' THEN message_of(message) END;
ALTER TABLE "job_events" ALTER COLUMN "message" TYPE jsonb USING message_of(message);
ALTER TABLE "job_challenges" ALTER COLUMN "prompt" TYPE jsonb USING message_of(prompt);
ALTER TABLE "job_schedules" ALTER COLUMN "last_failure" DROP DEFAULT, ALTER COLUMN "last_failure" DROP NOT NULL,
  ALTER COLUMN "last_failure" TYPE jsonb USING CASE WHEN last_failure <> '' THEN message_of(last_failure) END;
ALTER TABLE "jobs" ALTER COLUMN "step" DROP DEFAULT, ALTER COLUMN "step" DROP NOT NULL,
  ALTER COLUMN "step" TYPE jsonb USING CASE WHEN step <> '' THEN message_of(step) END,
  ALTER COLUMN "error_message" TYPE jsonb USING message_of(error_message),
  ALTER COLUMN "stop_reason" DROP DEFAULT, ALTER COLUMN "stop_reason" DROP NOT NULL,
  ALTER COLUMN "stop_reason" TYPE jsonb USING CASE WHEN stop_reason <> '' THEN message_of(stop_reason) END;
ALTER TABLE "ledger_transfers" ALTER COLUMN "description" TYPE jsonb USING message_of(description);

DROP FUNCTION message_of(text);

-- As before, with the description as a message.
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
    VALUES (p_key, p_kind, p_user, p_job, p_amount, p_description::jsonb, p_actor)
    RETURNING id
  )
  INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after)
  SELECT written.id, side.account_id, side.amount, (SELECT balance FROM moved WHERE moved.id = side.account_id)
  FROM written, (VALUES (p_from, -p_amount), (p_to, p_amount)) AS side (account_id, amount);
END $$;
