/**
 * Loaded before a process of a cluster whose clock should be wrong: shifts `Date` by CHALAN_CLOCK_OFFSET_MS. Timers,
 * the monotonic clock, native code and child processes are not affected.
 */
const offsetMs = Number(process.env['CHALAN_CLOCK_OFFSET_MS'] ?? 0);
const trueNow = Date.now;
const now = () => trueNow() + offsetMs;

Date.now = now;
globalThis.Date = new Proxy(Date, {
  apply: (target) => new target(now()).toString(),
  /** @returns {object} */
  construct: (target, given, newTarget) =>
    /** @type {object} */ (Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget)),
});
