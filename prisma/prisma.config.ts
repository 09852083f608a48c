/** Where Prisma finds the schema and its migrations. */
import { defineConfig } from 'prisma/config';

export default defineConfig({ schema: './schema.prisma', migrations: { path: './migrations' } });
