/**
 * Downloads the Temporal server into a folder by the SDK, which starts it once to see that it runs. A process of its own,
 * because the SDK's native part should not stay in the process that only needs the file.
 * Usage: node temporal/download-server.mjs VERSION FOLDER
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [, , version = '', downloadDir = ''] = process.argv;
const executable = /** @type {const} */ ({ type: 'cached-download', version, downloadDir });
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
await environment.teardown();
