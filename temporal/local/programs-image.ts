/** Builds what an image runs into the folder `programs`: the API, the worker, and the bundles of the workflows. */
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { variantOf, workflowBundle } from '#temporal/bundle.ts';
import { buildPrograms } from './programs.ts';
import path from 'node:path';

const folder = 'programs';
const { api } = await buildPrograms('.cache');
rmSync(folder, { recursive: true, force: true });
renameSync(path.dirname(api), folder);
for (const isTraced of [false, true]) {
  const bundle = await workflowBundle('.cache', { isTraced });
  copyFileSync(bundle, variantOf(path.join(folder, 'workflows.js'), { isTraced }));
}
