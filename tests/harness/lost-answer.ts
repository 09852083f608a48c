/** Calls that have their effect although the caller gets no answer. */

/** Returns the call with its effect, and with an error in place of its answer. */
export const losingAnswer =
  <Given extends unknown[]>(carryOut: (...given: Given) => Promise<unknown>) =>
  async (...given: Given): Promise<never> => {
    await carryOut(...given);
    throw new Error('The connection is lost.');
  };
