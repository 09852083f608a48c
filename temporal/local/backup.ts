/** `npm run backup`: copies the database and the files of a running stack into BACKUP_DIR (docs/production.md). */
import { backupDirectory } from './backups.ts';
import { backUp } from './restoring.ts';
import { dataDirectory } from './turn.ts';

const backups = backupDirectory();
if (backups === null) {
  process.stderr.write('Set BACKUP_DIR, here and where Chalan is started.\n');
  process.exit(2);
}
const { place, files } = await backUp(dataDirectory(), backups);
process.stdout.write(
  `The database was copied to ${place}, ${files} new files beside it. Keep the keys (secrets.json, VAULT_KEYS) elsewhere.\n`,
);
