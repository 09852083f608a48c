/** Tells Prisma where the schema and its migrations are. */
import { defineConfig } from 'prisma/config';

export default defineConfig({ schema: './schema.prisma', migrations: { path: './migrations' } });
