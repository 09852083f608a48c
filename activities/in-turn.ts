/** Lets work that must not overlap run one after the other. */

/** Returns a function that begins the work it is given when the work before has ended, however it ended. */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
