-- Views of the list of jobs that customers have saved under a name: what they filter it by, as the page's address has it.

CREATE TABLE "saved_views" (
  "id" UUID NOT NULL,
  "user_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "filters" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "saved_views_user_id_name_key" ON "saved_views" ("user_id", "name");
