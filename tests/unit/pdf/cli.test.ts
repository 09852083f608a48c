/** `npm run pdf`: many files in one call, in each format, with pictures for a person who investigates a result. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';

const limitMs = 90_000;
const fixtures = 'tests/fixtures/pdf';
const root = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-cli-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'out-'));
});

type Ended = { code: number; output: string };

function run(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', 'activities/pdf/cli.ts', ...words];
    const child = execFile(process.execPath, args, { timeout: limitMs }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

test(
  'the command prints its usage if the file is missing or the format is unknown',
  { timeout: limitMs },
  async () => {
    for (const words of [[], ['a.pdf', '--format', 'docx']])
      expect(await run(...words)).toMatchObject({ code: 2, output: expect.stringMatching(/^Usage:/) });
  },
);

test(
  'files that cannot be read are reported, and the others are converted',
  { timeout: limitMs },
  async () => {
    const files = ['missing.pdf', `${fixtures}/locked.pdf`, `${fixtures}/trade-ruled-02.pdf`];
    const { code, output } = await run(...files, '--out', folder, '--format', 'csv');
    expect(code).toBe(1);
    expect(output).toMatch(/missing\.pdf: ENOENT/);
    expect(output).toMatch(/locked\.pdf: This PDF is locked/);
    expect(readdirSync(folder)).toEqual(['trade-ruled-02_p1_t1.csv']);
  },
);

test(
  'the JSON format gives one file for each PDF, even for one without a table',
  { timeout: limitMs },
  async () => {
    const files = ['trade-hard-01', 'negative-01'].map((name) => `${fixtures}/${name}.pdf`);
    expect(await run(...files, '--out', folder, '--format', 'json')).toMatchObject({ code: 0 });
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const truth: unknown = JSON.parse(readFileSync(`${fixtures}/trade-hard-01.json`, 'utf8'));
    expect(truth).toHaveProperty('joined[0].rows');
    expect(read('trade-hard-01.json')).toMatchObject({
      file: 'trade-hard-01.pdf',
      tables: [{ page: 1 }, { page: 2 }, { page: 3 }],
      joined: [
        { name: 'p1_t1', pages: [1, 3], rows: (truth as { joined: { rows: string[][] }[] }).joined[0]!.rows },
      ],
    });
    expect(read('negative-01.json')).toMatchObject({ tables: [], joined: [] });
  },
);

test(
  'the debug option writes a picture of each page that shows what was found',
  { timeout: limitMs },
  async () => {
    await run(`${fixtures}/style-header-levels.pdf`, '--out', folder, '--format', 'xlsx', '--debug');
    expect(readdirSync(folder).sort()).toEqual([
      'style-header-levels.xlsx',
      'style-header-levels_page1.png',
      'style-header-levels_page2.png',
      'style-header-levels_page3.png',
    ]);
    const png = readFileSync(path.join(folder, 'style-header-levels_page1.png'));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(height / width).toBeCloseTo(Math.SQRT2, 1);
  },
);
