/**
 * `npm run probe -- SERVICE SHEET.csv`, in the worker's environment, looks up the sheet's rows on the service's portal
 * and prints the results. PROBE_USERNAME and PROBE_PASSWORD are the login. The exit code is 1 if the portal has
 * changed.
 */
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { failInWords } from '#api/adapters/command-failure.ts';
import { parseWorkerEnv } from '#api/env.ts';
import { fileAt } from '#api/domain/jobs/intake/local-file.ts';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import { findService } from '#services/catalogue.ts';
import { createBrowserPool } from '#activities/browser/pool.ts';
import type { Ask } from '#activities/portals/contract.ts';
import { english } from '#contracts/messages/render.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import { portalAddresses, portalOf } from '#activities/portals/portals.ts';
import { probeService } from '#activities/portal-look-up.ts';

failInWords();
const [serviceId = '', file = ''] = process.argv.slice(2);
const service = findService(serviceId);
const parsed = parseWorkerEnv(process.env);
if (!service?.portal || file === '')
  fail('Usage: npm run probe -- SERVICE SHEET.csv, of a service with a portal.');
if ('problems' in parsed) fail(parsed.problems.join('\n'));

const askHere: Ask = async ({ prompt }) => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${english(prompt)} `);
  terminal.close();
  return answer;
};

const { portal } = service;
if (portalAddresses(parsed.env).get(portal) === null)
  fail(`Set ${addressVariable(portal)}, the portal's address.`);
const { PROBE_USERNAME: username, PROBE_PASSWORD: password } = process.env;
const login = username && password ? { username, password } : null;
if (portalOf(portal).credentials !== null && login === null)
  fail('The portal asks for a login: set PROBE_USERNAME and PROBE_PASSWORD.');
const browsers = createBrowserPool({ chromiumPath: parsed.env.CHROMIUM_PATH });
try {
  const upload = await fileAt(path.basename(file), file);
  const { rows, problems } = await readUpload(service, { file: upload, today: new Date() });
  for (const { row, column, problem } of problems)
    process.stdout.write(`Row ${row}: not looked up. ${column}: ${english(problem)}\n`);
  if (rows.every(({ data }) => data === null)) fail('The sheet has no row that can be looked up.');
  const lines = await probeService({ env: parsed.env, browsers }, { service, rows, login, ask: askHere });
  for (const { row, outcome, message } of lines) process.stdout.write(`Row ${row}: ${outcome} ${message}\n`);
  process.exitCode = lines.some(({ outcome }) => outcome === 'PORTAL_CHANGED') ? 1 : 0;
} finally {
  await browsers.close();
}

function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}
