-- Events of the service objectives by day, of which administrators see what is left of the error budgets
-- (api/domain/site/error-budgets.ts).

CREATE TABLE "objective_days" (
    "objective" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "good" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "objective_days_pkey" PRIMARY KEY ("objective","day")
);
