/** What a backup leaves in its folder, and what it never overwrites there. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { archiveSettings, copyMissing, putBack, takeDraft } from '#temporal/local/backups.ts';
import { fileFolders } from '#temporal/local/restoring.ts';

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'chalan-backups-'));

describe('the log of changes', () => {
  /** Archives a segment as PostgreSQL does; returns whether PostgreSQL may forget it. */
  function archive(backups: string, bytes: string): boolean {
    const segment = path.join(newFolder(), 'segment');
    writeFileSync(segment, bytes);
    const command = archiveSettings(backups)['archive_command'] ?? '';
    const given = command.replaceAll('%p', segment).replaceAll('%f', '000000010000000000000001');
    return spawnSync('sh', ['-c', given]).status === 0;
  }
  const archived = (backups: string): string =>
    readFileSync(path.join(backups, 'log', '000000010000000000000001'), 'utf8');

  test('a segment that was archived already is not archived again, and PostgreSQL may forget it', () => {
    const backups = newFolder();
    expect(archive(backups, 'ours')).toBe(true);
    expect(archive(backups, 'ours')).toBe(true);
    expect(readdirSync(path.join(backups, 'log'))).toEqual(['000000010000000000000001']);
  });

  test('the log of another database in the same folder is kept, and PostgreSQL keeps what it cannot archive there', () => {
    const backups = newFolder();
    archive(backups, 'that of a former data directory');
    expect(archive(backups, 'ours')).toBe(false);
    expect(archived(backups)).toBe('that of a former data directory');
  });
});

describe('a copy that is being made', () => {
  test('what a killed backup left is removed by the next one', () => {
    const backups = newFolder();
    const ended = spawnSync(process.execPath, ['--version']).pid;
    mkdirSync(path.join(backups, `draft-${ended}`, 'data'), { recursive: true });
    const draft = takeDraft(backups);
    expect(readdirSync(backups)).toEqual([path.basename(draft)]);
  });

  test('a second backup at the same time is refused, and leaves the first one alone', () => {
    const backups = newFolder();
    const first = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'backup']);
    onTestFinished(() => void first.kill());
    const draft = path.join(backups, `draft-${first.pid}`);
    mkdirSync(draft);
    expect(() => takeDraft(backups)).toThrow(
      `Another backup is being made in ${backups} (process ${first.pid}).`,
    );
    expect(readdirSync(backups)).toEqual([path.basename(draft)]);
  });
});

test("customers' files in a backup are for the owner of the backup alone", () => {
  const [from, backups] = [newFolder(), newFolder()];
  mkdirSync(path.join(from, 'uploads'));
  writeFileSync(path.join(from, 'uploads', 'invoice.pdf'), '%PDF');
  expect(copyMissing(from, path.join(backups, 'files'))).toBe(1);
  for (const folder of ['files', 'files/uploads'])
    expect(statSync(path.join(backups, folder)).mode & 0o077).toBe(0);
});

test("a backup has the customers' files also if an operator keeps them outside the data directory", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('FILES_DIR', '/mnt/files');
  expect(fileFolders('/data')).toEqual([
    ['files', '/mnt/files'],
    ['store', '/data/store'],
  ]);
  vi.stubEnv('FILES_DIR', '');
  expect(fileFolders('/data')).toContainEqual(['files', '/data/files']);
});

test('a restore from a folder that does not exist says that it has no backup', () => {
  const backups = path.join(newFolder(), 'nowhere');
  expect(() => putBack({ data: newFolder(), backups, to: 'latest' })).toThrow(
    `No backup in ${backups} is from any time. There is none.`,
  );
  expect(existsSync(backups)).toBe(false);
});

test('a port that is none is refused by a sentence that names the variable', () => {
  const start = (): string =>
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '-e',
        "import('#temporal/local/ports.ts').then(({ wantedPort }) => wantedPort('PORT', 1))",
      ],
      { encoding: 'utf8', env: { ...process.env, PORT: 'abc' }, stdio: 'pipe' },
    );
  expect(start).toThrow('PORT must be a port from 1 to 65535; it is "abc".');
});
