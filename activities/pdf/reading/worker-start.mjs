/** First file of a worker thread: Node runs TypeScript there only after the loader is registered in the thread itself. */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
