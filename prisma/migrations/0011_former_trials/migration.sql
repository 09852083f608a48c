-- CreateTable
CREATE TABLE "former_trials" (
    "mark" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_trials_pkey" PRIMARY KEY ("mark")
);

