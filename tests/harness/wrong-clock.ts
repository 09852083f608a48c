/** Script for a page before it is opened: its machine's clock is wrong by this much, later if positive. */
export const clockOff = (byMs: number): string => `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + ${byMs}])); }
    static now() { return Real.now() + ${byMs}; }
  };
}`;
