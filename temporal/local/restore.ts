/**
 * `npm run restore -- --to TIME`: restores a stopped stack from BACKUP_DIR to a moment; `latest` is the end of the log of
 * changes. `-- --prepare TIME` only prepares the database that DATABASE_URL names, after it was restored by other means
 * (docs/production.md).
 */
import { parseArgs } from 'node:util';
import { failInWords } from '#api/adapters/command-failure.ts';
import { prepareRestored, type AfterRestore } from '#api/domain/portals/after-restore.ts';
import { openDatabase } from '#prisma/client.ts';
import { backupDirectory, type RestoreTo } from './backups.ts';
import { restore } from './restoring.ts';
import { dataDirectory, takeTurn } from './turn.ts';

failInWords();
const USAGE = 'Usage: npm run restore -- --to TIME, or --to latest, or --prepare TIME.';
const { to, prepare } = wanted();
const backups = backupDirectory();
const { DATABASE_URL: databaseUrl } = process.env;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (prepare !== undefined) await prepareGiven(databaseUrl ?? refuse('Set DATABASE_URL.'), momentOf(prepare));
else if (to === undefined) refuse(USAGE);
else await restoreDirectory(backups ?? refuse('Set BACKUP_DIR.'), to === 'latest' ? to : momentOf(to));

function wanted(): { to?: string; prepare?: string } {
  const options = { to: { type: 'string' }, prepare: { type: 'string' } } as const;
  try {
    // Behind the script's name, `npm run restore` gives the name of the command.
    return parseArgs({ options, allowPositionals: true }).values;
  } catch {
    return refuse(USAGE);
  }
}

function momentOf(time: string): Date {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime()) || moment > new Date())
    refuse(`${USAGE} TIME is a moment that has passed, such as 2026-11-26T14:05:00+06:00.`);
  return moment;
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

async function restoreDirectory(place: string, moment: RestoreTo): Promise<void> {
  const turn = takeTurn(dataDirectory());
  try {
    const restored = await restore({ directory: turn.directory, backups: place, to: moment });
    say(`The database is as of ${restored.restoredTo.toISOString()}.`);
    const { length } = restored.migrations;
    if (length > 0) say(`The backup is of an earlier version: ${length} migrations were applied.`);
    if (restored.aside !== null) say(`Its former state is in ${restored.aside}.`);
    say(`${restored.files} files were put back. Workflows start again from the database.`);
    report(restored);
  } finally {
    turn.end();
  }
}

async function prepareGiven(url: string, moment: Date): Promise<void> {
  const db = openDatabase(url);
  try {
    report(await prepareRestored(db, { to: moment, now: new Date() }));
  } finally {
    await db.$disconnect();
  }
}

function report({ openJobs, inDoubt, refundsInDoubt, settledAt }: AfterRestore): void {
  say(
    `${openJobs} jobs are open; ${inDoubt} of their filings may have been sent since, and are looked up first.`,
  );
  say(`${refundsInDoubt} refunds may have been sent since, and are looked for in bKash's list first.`);
  say(
    `All portals are paused: compare, and resume them. Nothing is filed before ${settledAt.toISOString()}.`,
  );
}
