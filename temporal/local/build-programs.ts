/** Builds what an image runs into the folder `programs`: the API, the worker, and the bundle of the workflows. */
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { workflowBundle } from '#temporal/bundle.ts';
import { buildPrograms } from './programs.ts';
import path from 'node:path';

const folder = 'programs';
const { api } = await buildPrograms('.cache');
rmSync(folder, { recursive: true, force: true });
renameSync(path.dirname(api), folder);
copyFileSync(await workflowBundle('.cache'), path.join(folder, 'workflows.js'));
