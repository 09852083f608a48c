-- What is said of payments and refunds, and why they wait for a person, is stored as a message: its key in the
-- catalogue, and its values. A text of earlier versions that is none of the platform's own becomes a quotation, such
-- as bKash's words.

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
  ('Please try again in a few minutes.', 'payment.tryInMinutes'),
  ('bKash gave no trxID.', 'payment.noTrxId'),
  ('Only a payment that bKash has completed can be refunded.', 'payment.notCompleted'),
  ('Another refund of this payment is still under way.', 'payment.otherRefundOpen'),
  ('This is more than what is left of the payment.', 'payment.refundTooLarge');

-- Returns one message for each figure in which bKash's report differed.
CREATE FUNCTION pg_temp.differences_of(p_names text[]) RETURNS jsonb LANGUAGE sql AS $$
  WITH parts AS (
    SELECT jsonb_agg(jsonb_build_object('key', CASE name
      WHEN 'paymentID' THEN 'payment.otherPaymentId'
      WHEN 'invoice' THEN 'payment.otherInvoice'
      WHEN 'amount' THEN 'payment.otherAmount'
      ELSE 'payment.otherCurrency' END) ORDER BY place) AS found
    FROM unnest(p_names) WITH ORDINALITY AS named (name, place)
  )
  SELECT CASE WHEN jsonb_array_length(found) = 1 THEN found->0
    ELSE jsonb_build_object('key', 'sequence', 'params', jsonb_build_object('parts', found)) END
  FROM parts
$$;

CREATE FUNCTION pg_temp.message_of(p_text text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_key text := (SELECT key FROM former_texts WHERE text = p_text);
  -- This advice stood behind bKash's words.
  v_words text := substring(p_text FROM '^(.+) Please try again in a few minutes\.$');
  v_invoice text := substring(p_text FROM '^The trxID belongs to payment (\S+)\.$');
  v_most text := substring(p_text FROM '^A payment can be refunded in (\d+) parts at most\.$');
  v_days text := substring(p_text FROM '^bKash refunds a payment within (\d+) days only\.$');
  v_differences text := substring(p_text FROM '^bKash''s ((?:paymentID|invoice|amount|currency)(?:, (?:paymentID|invoice|amount|currency))*) differ from what was agreed\.$');
BEGIN
  IF p_text IS NULL OR p_text = '' THEN RETURN NULL; END IF;
  IF v_key IS NOT NULL THEN RETURN jsonb_build_object('key', v_key); END IF;
  IF v_words IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'sequence', 'params', jsonb_build_object('parts', jsonb_build_array(
      pg_temp.message_of(v_words), jsonb_build_object('key', 'payment.tryInMinutes'))));
  END IF;
  IF v_invoice IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'payment.trxIdTaken', 'params', jsonb_build_object('invoice', v_invoice));
  END IF;
  IF v_most IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'payment.tooManyRefunds', 'params', jsonb_build_object('most', v_most::integer));
  END IF;
  IF v_days IS NOT NULL THEN
    RETURN jsonb_build_object('key', 'payment.refundTooLate', 'params', jsonb_build_object('days', v_days::integer));
  END IF;
  IF v_differences IS NOT NULL THEN
    RETURN pg_temp.differences_of(string_to_array(v_differences, ', '));
  END IF;
  RETURN jsonb_build_object('key', 'quote', 'params', jsonb_build_object('text', p_text));
END $$;

ALTER TABLE "payment_attempts"
  ALTER COLUMN "error_message" TYPE jsonb USING pg_temp.message_of(error_message),
  ALTER COLUMN "held_reason" TYPE jsonb USING pg_temp.message_of(held_reason);
ALTER TABLE "payment_open_ends" ALTER COLUMN "detail" TYPE jsonb USING pg_temp.message_of(detail);
ALTER TABLE "payment_refunds" ALTER COLUMN "error_message" TYPE jsonb USING pg_temp.message_of(error_message);
ALTER TABLE "transactions" ALTER COLUMN "message" DROP DEFAULT, ALTER COLUMN "message" DROP NOT NULL,
  ALTER COLUMN "message" TYPE jsonb USING pg_temp.message_of(message);

DROP FUNCTION pg_temp.message_of(text);
DROP FUNCTION pg_temp.differences_of(text[]);
DROP TABLE former_texts;
