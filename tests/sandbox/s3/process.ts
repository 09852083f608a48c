/**
 * Runs the bucket as a process: STORE_DIR has its objects, STORE_KEY_ID and STORE_KEY are what requests are signed with.
 * It has no space left while the file `full` stands in STORE_CONTROL_DIR.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { handedSockets } from '#api/adapters/handed-sockets.ts';
import { startBucket } from './server.ts';

const FULL_LOOK_MS = 100;
const { STORE_DIR: directory = '', STORE_CONTROL_DIR: control = directory } = process.env;
const {
  STORE_KEY_ID: accessKeyId = '',
  STORE_KEY: secretAccessKey = '',
  STORE_REGION: region = '',
} = process.env;

const { http } = await handedSockets();
const bucket = await startBucket({ accessKeyId, secretAccessKey, region }, { directory, at: http ?? 0 });
let isFull = false;
setInterval(() => {
  bucket.requests.length = 0;
  const now = existsSync(path.join(control, 'full'));
  if (now !== isFull) bucket.fail('PUT', 'full', now ? Infinity : 0);
  isFull = now;
}, FULL_LOOK_MS);
process.send?.('ready');

const stop = (): void => void bucket.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
