/** First file of the thread: Node runs TypeScript there only after the loader is registered in the thread itself. */
import { register } from 'tsx/esm/api';

register();
await import('./table-thread.ts');
