-- Why a bulk retry refused a job is stored as a message: its key in the catalogue, and its values. A text of earlier
-- versions that is not known becomes a quotation.

CREATE TEMP TABLE former_texts (text text PRIMARY KEY, key text);
INSERT INTO former_texts (text, key) VALUES
  ('Insufficient credits. Please purchase more credits.', 'errors.INSUFFICIENT_CREDITS'),
  ('This job has no failed rows that can be run again.', 'errors.JOB_NOT_RETRYABLE'),
  ('The account of this customer is suspended.', 'job.customerSuspended'),
  ('Not found.', 'errors.NOT_FOUND'),
  ('This service does not exist.', 'errors.SERVICE_NOT_FOUND'),
  ('This service is switched off at the moment.', 'errors.SERVICE_DISABLED'),
  (
    'This service is not available at the moment, because its portal is not connected yet.',
    'errors.SERVICE_NOT_CONNECTED'
  ),
  (
    'Portal Credentials Required. Please save your portal login in Portal Access first.',
    'errors.CREDENTIALS_REQUIRED'
  ),
  ('This upload has been deleted. Please choose the file again.', 'upload.deleted');

CREATE FUNCTION pg_temp.message_of(p_text text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_key text := (SELECT key FROM former_texts WHERE text = p_text);
  v_times text := substring(p_text FROM '^This job has run (\d+) times\. Please upload its failed rows as a new file\.$');
BEGIN
  IF p_text = '' THEN RETURN NULL; END IF;
  IF v_key IS NOT NULL THEN RETURN jsonb_build_object('key', v_key); END IF;
  IF v_times IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'job.ranTooOften', 'params', jsonb_build_object('times', v_times::integer));
  END IF;
  RETURN jsonb_build_object('key', 'quote', 'params', jsonb_build_object('text', p_text));
END $$;

ALTER TABLE "bulk_retry_turns" ALTER COLUMN "message" DROP DEFAULT, ALTER COLUMN "message" DROP NOT NULL,
  ALTER COLUMN "message" TYPE jsonb USING pg_temp.message_of(message);

DROP FUNCTION pg_temp.message_of(text);
DROP TABLE former_texts;
