/** Each rule of .oxlintrc.json that carries a promise of docs/style.md finds a small example of what it forbids. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const LINT_TIMEOUT_MS = 60_000;

/** The rule, where the example stands, and the example. */
const examples: readonly [rule: string, file: string, code: string][] = [
  ['no-floating-promises', 'api/floating.ts', 'const save = async (): Promise<void> => {};\nsave();\n'],
  [
    'no-misused-promises',
    'api/misused.ts',
    'export const all = [1, 2].filter(async (value) => value > 1);\n',
  ],
  ['await-thenable', 'api/awaited.ts', 'export const one = async (): Promise<number> => await 1;\n'],
  [
    'switch-exhaustiveness-check',
    'api/exhaustive.ts',
    "export function cost(kind: 'row' | 'job'): void {\n  switch (kind) {\n    case 'row':\n      break;\n  }\n}\n",
  ],
  [
    'no-deprecated',
    'api/deprecated.ts',
    '/** @deprecated Use another. */\nconst old = (): number => 1;\nexport const value = old();\n',
  ],
  ['only-throw-error', 'api/thrown.ts', "export function fail(): never {\n  throw 'late';\n}\n"],
  ['no-unsafe-assignment', 'api/assigned.ts', "export const answer: { id: string } = JSON.parse('{}');\n"],
  ['no-unsafe-return', 'api/returned.ts', "export const read = (): string => JSON.parse('1');\n"],
  ['no-unsafe-argument', 'api/argument.ts', "export const amount = Math.abs(JSON.parse('1'));\n"],
  ['no-unsafe-call', 'api/called.ts', "export const answer: unknown = JSON.parse('1')();\n"],
  ['no-unsafe-member-access', 'api/member.ts', "export const answer: unknown = JSON.parse('1').id;\n"],
  ['no-explicit-any', 'api/any.ts', 'export const take = (value: any): unknown => value;\n'],
  [
    'no-non-null-assertion',
    'api/asserted.ts',
    'export const first = (list: number[]): number => list[0]!;\n',
  ],
  [
    'consistent-type-imports',
    'api/type-import.ts',
    "import { Stats } from 'node:fs';\nexport const size = (stats: Stats): number => stats.size;\n",
  ],
  ['ban-ts-comment', 'api/silenced.ts', "// @ts-ignore\nexport const id: number = 'x';\n"],
  ['no-param-reassign', 'api/reassigned.ts', 'export function add(sum: number): void {\n  sum += 1;\n}\n'],
  ['no-cycle', 'api/first.ts', "import { b } from './second.ts';\nexport const a = (): unknown => b;\n"],
  ['no-cycle', 'api/second.ts', "import { a } from './first.ts';\nexport const b = (): unknown => a;\n"],
  ['filename-case', 'api/fileName.ts', 'export const one = 1;\n'],
  [
    'max-lines-per-function',
    'api/long-function.ts',
    `export function go(): void {\n${'  void 0;\n'.repeat(116)}}\n`,
  ],
  ['max-lines', 'api/long.ts', 'export {};\nvoid 0;\n'.repeat(201)],
  [
    'no-restricted-imports',
    'web/server-code.ts',
    "import { openJob } from '#api/domain/jobs/job-opening.ts';\nexport const start = openJob;\n",
  ],
  [
    'no-restricted-imports',
    'workflows/files.ts',
    "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  ],
  [
    'no-restricted-imports',
    'activities/workflow.ts',
    "import { serviceJob } from '#workflows/service-job.ts';\nexport const run = serviceJob;\n",
  ],
  [
    'no-restricted-imports',
    'api/routes/test.ts',
    "import { until } from '#tests/harness/until.ts';\nvoid until;\n",
  ],
  [
    'no-restricted-imports',
    'api/domain/jobs/client.ts',
    "import { Client } from '@temporalio/client';\nexport const client = new Client();\n",
  ],
  [
    'no-restricted-imports',
    'api/domain/jobs/request.ts',
    "import { Hono } from 'hono';\nexport const app = new Hono();\n",
  ],
  [
    'no-restricted-imports',
    'api/domain/jobs/handler.ts',
    "import { serve } from '#api/routes/serve.ts';\nexport const handle = serve;\n",
  ],
  [
    'no-restricted-imports',
    'api/routes/activity.ts',
    "import { rowActivities } from '#activities/rows/activity.ts';\nexport const run = rowActivities;\n",
  ],
  [
    'no-restricted-imports',
    'api/domain/jobs/activity.ts',
    "import { rowActivities } from '#activities/rows/activity.ts';\nexport const run = rowActivities;\n",
  ],
  [
    'no-restricted-imports',
    // The other files of the API may import this.
    'api/adapters/pdf-locks.ts',
    "import { services } from '#activities/services/catalogue.ts';\nvoid services;\n",
  ],
  [
    'no-restricted-imports',
    // The other files of the API may import this.
    'api/contracts/messages/catalogue.ts',
    "import { services } from '#activities/services/catalogue.ts';\nvoid services;\n",
  ],
  [
    'no-restricted-imports',
    'activities/route.ts',
    "import { serve } from '#api/routes/serve.ts';\nexport const handle = serve;\n",
  ],
  [
    'no-restricted-imports',
    'activities/database.ts',
    "import { openDatabase } from '#prisma/client.ts';\nexport const open = openDatabase;\n",
  ],
  [
    'no-restricted-imports',
    'temporal/test.ts',
    "import { until } from '#tests/harness/until.ts';\nvoid until;\n",
  ],
  [
    'no-restricted-imports',
    'prisma/test.ts',
    "import { until } from '#tests/harness/until.ts';\nvoid until;\n",
  ],
];

let folder: string;
let found: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chalan-lint-'));
  for (const shared of ['.oxlintrc.json', 'node_modules', 'tsconfig.json'])
    symlinkSync(path.resolve(shared), path.join(folder, shared));
  for (const [, file, code] of examples) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
  const linter = path.resolve('node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '-c', '.oxlintrc.json', '--format', 'unix'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: LINT_TIMEOUT_MS,
  });
  found = new Set(
    [...stdout.matchAll(/^(\S+?):\d+:\d+: .*\b[a-z-]+\(([a-z-]+)\)\]$/gm)].map(
      ([, file = '', rule = '']) => `${rule} ${path.relative(folder, path.resolve(folder, file))}`,
    ),
  );
}, LINT_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(examples)('the rule %s rejects %s', (rule, file) => {
  expect([...found]).toContain(`${rule} ${file}`);
});
