/** Builds what a cluster is made of, so that a test that starts one does not wait for it. */
import { buildParts } from './cluster.ts';

await buildParts((line) => process.stdout.write(`${line}\n`));
