-- Corrections of a PDF's tables that the customer's next PDFs of the same layout get as well. The rules contain headings
-- and digests of what is printed above the tables, but no rows.

CREATE TABLE "kept_table_layouts" (
  "id" UUID NOT NULL,
  "user_id" TEXT NOT NULL,
  "file_name" TEXT NOT NULL,
  "rules" JSONB NOT NULL,
  "corrected_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "kept_table_layouts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "kept_table_layouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "kept_table_layouts_user_id_corrected_at_idx" ON "kept_table_layouts" ("user_id", "corrected_at");
CREATE INDEX "kept_table_layouts_used_at_idx" ON "kept_table_layouts" ("used_at");
