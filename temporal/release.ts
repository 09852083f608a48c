/**
 * Command of an operator who upgrades workers without a stop: `npm run temporal:release` lists the releases, and
 * `npm run temporal:release -- current <build id>` makes one of them current. Only `TEMPORAL_*` is read.
 */
import { readTemporalEnv } from '#api/env.ts';
import { connectTemporal } from './client.ts';
import { listReleases, makeCurrent } from './releases.ts';

const USAGE = 'Usage: npm run temporal:release [-- current <build id>]\n';

const [verb, buildId] = process.argv.slice(2);
if (verb !== undefined && (verb !== 'current' || !buildId)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const temporal = await connectTemporal(readTemporalEnv(process.env));
try {
  if (buildId) await makeCurrent(temporal, buildId);
  for (const release of await listReleases(temporal))
    process.stdout.write(
      `${release.buildId}${release.isCurrent ? ' (current)' : ''}: ${release.running} running\n`,
    );
} finally {
  await temporal.connection.close();
}
