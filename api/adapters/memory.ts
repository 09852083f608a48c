/** Runs the garbage collector on demand: V8 would otherwise let the heap grow to gigabytes before it collects. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns a function that collects garbage. It takes about 0.1 s, so use it only around work that takes seconds. */
export function createCollector(): () => void {
  setFlagsFromString('--expose_gc');
  return runInNewContext('gc') as () => void;
}
