/** Stops work at one point of a test until the test lets it go on. */

/** Holds whoever passes it until it is opened; `reached` resolves when the first one has arrived. */
export function createGate() {
  let open = (): void => {};
  let arrive = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { pass, reached, open };
}
