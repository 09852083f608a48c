/**
 * Downloads the Temporal server into a folder through the SDK, which starts it once to check that it runs. This is a
 * separate process, because the SDK's native part should not be loaded into one that only needs the file. Usage: node
 * temporal/download-server.mjs VERSION FOLDER
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [, , version = '', downloadDir = ''] = process.argv;
const executable = /** @type {const} */ ({ type: 'cached-download', version, downloadDir });
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
await environment.teardown();
