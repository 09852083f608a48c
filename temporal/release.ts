/**
 * `npm run temporal:release`, for operators who upgrade workers without downtime: lists the releases, makes one
 * current, or moves the jobs of an old one to the current one. Only `TEMPORAL_*` is read.
 */
import { readTemporalEnv } from '#api/env.ts';
import { connectTemporal } from './client.ts';
import { listReleases, makeCurrent, moveToCurrent } from './releases.ts';

const USAGE = 'Usage: npm run temporal:release [-- current <build id> | -- move <build id>]\n';

const verbs = { current: makeCurrent, move: moveToCurrent };
const [verb, buildId] = process.argv.slice(2);
const change = verb === 'current' || verb === 'move' ? verbs[verb] : undefined;
if (verb !== undefined && !(change && buildId)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const temporal = await connectTemporal(readTemporalEnv(process.env));
try {
  if (change && buildId) await change(temporal, buildId);
  for (const release of await listReleases(temporal))
    process.stdout.write(
      `${release.buildId}${release.isCurrent ? ' (current)' : ''}: ${release.running} running\n`,
    );
} finally {
  await temporal.connection.close();
}
