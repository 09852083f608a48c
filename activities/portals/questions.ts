/** How a portal's question is answered: by a person, again while the answer is wrong, or by nobody. */
import { emptyMessage, quote, sequence } from '#contracts/messages/message.ts';
import { PortalFault, type Ask, type Question } from './contract.ts';
import { portalMessages } from './messages.ts';

/** One answer and two retries; more wrong answers would make the portal lock the account. */
const ANSWERS_MAX = 3;

export type PortalQuestion = {
  /** Reads the question as the portal shows it now. After a wrong answer the picture may be a different one. */
  read: () => Promise<Question>;
  /** Submits the answer to the portal and waits for its reaction. */
  give: (answer: string) => Promise<void>;
  /** Returns the portal's message if it asks again; null if it accepts the answer. */
  refusal: () => Promise<string | null>;
};

/**
 * Obtains the answer and submits it. Throws PortalFault HUMAN_REQUIRED if nobody answers in time or all answers are
 * wrong.
 */
export async function answerByPerson(ask: Ask, { read, give, refusal }: PortalQuestion): Promise<void> {
  let words = emptyMessage;
  for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
    const question = await read();
    await give(await ask({ ...question, prompt: sequence(words, question.prompt) }));
    const refused = await refusal();
    if (refused === null) return;
    words = quote(refused);
  }
  throw new PortalFault(
    'HUMAN_REQUIRED',
    sequence(portalMessages.wrongAnswers({ times: ANSWERS_MAX }), words),
  );
}

/** Fails with HUMAN_REQUIRED, for work during which no person can answer, such as a probe. */
export async function nobodyAnswers({ prompt }: Question): Promise<never> {
  throw new PortalFault('HUMAN_REQUIRED', prompt);
}
