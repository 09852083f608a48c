-- What is said of payments and refunds is stored as a message: its key in the catalogue, and its values. A text of
-- earlier versions that is none of the platform's own becomes a quotation, such as bKash's words.

CREATE TEMP TABLE former_texts (text text PRIMARY KEY, key text);
INSERT INTO former_texts (text, key) VALUES
  ('The payment was cancelled.', 'payment.cancelledByPayer'),
  ('The payment failed in bKash.', 'payment.failedAtBkash'),
  ('The payment was not completed in time.', 'payment.expired'),
  ('This order is already paid. Nothing was taken for this payment.', 'payment.orderPaid'),
  ('The payment page was not opened.', 'payment.pageNotOpened'),
  ('The payment was not completed in bKash.', 'payment.unfinishedAtBkash'),
  ('bKash has not confirmed this payment yet.', 'payment.unconfirmed'),
  ('bKash reported other figures than agreed. Our team looks into this payment.', 'payment.held'),
  ('This order was already paid. The money goes back to the bKash wallet.', 'payment.duplicate'),
  ('This payment was closed by our team.', 'payment.closedByTeam'),
  ('Refunded to the bKash wallet.', 'payment.refundedToWallet'),
  ('bKash refused the request.', 'payment.refusedByBkash'),
  ('This payment has already been completed.', 'payment.alreadyCompleted'),
  ('bKash has not confirmed this yet.', 'payment.answerMissing'),
  ('bKash is not available right now. Please try again in a moment.', 'payment.tryInAMoment'),
  ('bKash is not available right now. Please try again later.', 'payment.tryLater'),
  ('bKash payments are not set up.', 'payment.tryLater'),
  ('bKash could not be reached.', 'payment.notReached'),
  ('bKash has not made this refund.', 'payment.refundNotFound'),
  ('Please try again in a few minutes.', 'payment.tryInMinutes');

CREATE FUNCTION pg_temp.message_of(p_text text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_key text := (SELECT key FROM former_texts WHERE text = p_text);
  -- This advice stood behind bKash's words.
  v_words text := substring(p_text FROM '^(.+) Please try again in a few minutes\.$');
BEGIN
  IF p_text IS NULL OR p_text = '' THEN RETURN NULL; END IF;
  IF v_key IS NOT NULL THEN RETURN jsonb_build_object('key', v_key); END IF;
  IF v_words IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'sequence', 'params', jsonb_build_object('parts', jsonb_build_array(
      pg_temp.message_of(v_words), jsonb_build_object('key', 'payment.tryInMinutes'))));
  END IF;
  RETURN jsonb_build_object('key', 'quote', 'params', jsonb_build_object('text', p_text));
END $$;

ALTER TABLE "payment_attempts" ALTER COLUMN "error_message" TYPE jsonb USING pg_temp.message_of(error_message);
ALTER TABLE "payment_refunds" ALTER COLUMN "error_message" TYPE jsonb USING pg_temp.message_of(error_message);
ALTER TABLE "transactions" ALTER COLUMN "message" DROP DEFAULT, ALTER COLUMN "message" DROP NOT NULL,
  ALTER COLUMN "message" TYPE jsonb USING pg_temp.message_of(message);

DROP FUNCTION pg_temp.message_of(text);
DROP TABLE former_texts;
