/**
 * `npm run temporal:release`, for operators who upgrade workers without downtime: lists the releases, makes one
 * current, or moves the jobs of an old one to the current one. Only `TEMPORAL_*` is read.
 */
import { failInWords } from '#api/adapters/command-failure.ts';
import { readTemporalEnv } from '#api/env.ts';
import { connectTemporal } from './client.ts';
import { listReleases, makeCurrent, moveToCurrent } from './releases.ts';

failInWords();
const USAGE = 'Usage: npm run temporal:release [-- current <build id> | -- move <build id>]\n';

const [verb, buildId] = process.argv.slice(2);
if (verb !== undefined && !(['current', 'move'].includes(verb) && buildId)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const temporal = await connectTemporal(readTemporalEnv(process.env));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  if (verb === 'current' && buildId) await makeCurrent(temporal, buildId);
  if (verb === 'move' && buildId)
    say(`${await moveToCurrent(temporal, buildId)} jobs of ${buildId} were moved.`);
  const releases = await listReleases(temporal);
  if (releases.length === 0) say('There is no release: no worker has started with WORKER_BUILD_ID.');
  for (const release of releases)
    say(`${release.buildId}${release.isCurrent ? ' (current)' : ''}: ${release.running} running`);
} finally {
  await temporal.connection.close();
}
