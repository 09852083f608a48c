/** Puts a portal's question to a person, and again with the portal's own words while the answer is wrong. */
import { say } from '#contracts/say.ts';
import { PortalFault, type Ask, type Question } from './contract.ts';

/** The first answer and two more: a portal locks whoever goes on guessing. */
const ANSWERS_MAX = 3;

export type PortalQuestion = {
  /** The question as the portal shows it now; its picture may be another after a wrong answer. */
  read: () => Promise<Question>;
  /** Gives the answer to the portal and waits for its reaction. */
  give: (answer: string) => Promise<void>;
  /** The portal's words while it asks the same again; null when it goes on. */
  refusal: () => Promise<string | null>;
};

/** Throws PortalFault HUMAN_REQUIRED when nobody answers, or nobody rightly. */
export async function answerByPerson(ask: Ask, { read, give, refusal }: PortalQuestion): Promise<void> {
  let words = '';
  for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
    const question = await read();
    await give(await ask({ ...question, prompt: `${words} ${question.prompt}`.trim() }));
    const refused = await refusal();
    if (refused === null) return;
    words = refused;
  }
  throw new PortalFault(
    'HUMAN_REQUIRED',
    `${say('The answer was wrong {#times} times.', { times: ANSWERS_MAX })} ${words}`.trim(),
  );
}
