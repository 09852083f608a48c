/** Finishes what needs the session of a person who signs out, such as a deletion that could still be undone. */
const works = new Set<() => Promise<unknown>>();
/** Signing out does not wait longer for a server that does not answer. */
const patienceMs = 3_000;

export const beforeLeaving = (work: () => Promise<unknown>): void => void works.add(work);

export async function finishBeforeLeaving(): Promise<void> {
  if (works.size === 0) return;
  const over = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([over, Promise.allSettled([...works].map((work) => work()))]);
}
