/**
 * `npm run restore -- --to TIME`: restores a stopped stack from BACKUP_DIR to a moment. `-- --prepare TIME` only prepares
 * the database that DATABASE_URL names, after it was restored by other means (docs/production.md).
 */
import { prepareRestored, type AfterRestore } from '#api/domain/portals/after-restore.ts';
import { openDatabase } from '#prisma/client.ts';
import { backupDirectory } from './backups.ts';
import { restore } from './restoring.ts';
import { dataDirectory, takeTurn } from './turn.ts';

const [, , , option, time = ''] = process.argv;
const to = new Date(time);
const backups = backupDirectory();
const { DATABASE_URL: databaseUrl } = process.env;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (Number.isNaN(to.getTime()) || to > new Date())
  refuse('TIME is a moment that has passed, such as 2026-11-26T14:05:00+06:00.');
else if (option === '--prepare') await prepare(databaseUrl ?? refuse('Set DATABASE_URL.'));
else if (option === '--to') await restoreDirectory(backups ?? refuse('Set BACKUP_DIR.'));
else refuse('Use --to TIME, or --prepare TIME.');

function refuse(sentence: string): never {
  process.stderr.write(`Usage: npm run restore -- --to TIME. ${sentence}\n`);
  process.exit(2);
}

async function restoreDirectory(place: string): Promise<void> {
  const turn = takeTurn(dataDirectory());
  try {
    const restored = await restore({ directory: turn.directory, backups: place, to });
    say(`The database is as of ${to.toISOString()}. Its former state is in ${restored.aside}.`);
    say(`${restored.files} files were put back. Workflows start again from the database.`);
    report(restored);
  } finally {
    turn.end();
  }
}

async function prepare(url: string): Promise<void> {
  const db = openDatabase(url);
  try {
    report(await prepareRestored(db, { to, now: new Date() }));
  } finally {
    await db.$disconnect();
  }
}

function report({ openJobs, inDoubt, settledAt }: AfterRestore): void {
  say(
    `${openJobs} jobs are open; ${inDoubt} of their filings may have been sent since, and are looked up first.`,
  );
  say(
    `All portals are paused: compare, and resume them. Nothing is filed before ${settledAt.toISOString()}.`,
  );
}
