-- How long a request could take effect on its portal when it left, so that the longer time counts once a portal is given
-- more. Filings that were sent before have none; their request and the end of its effect say it.

ALTER TABLE "portal_intents" ADD COLUMN "effect_ms" INTEGER;
