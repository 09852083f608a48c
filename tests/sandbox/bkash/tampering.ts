/** False values that a test lets the next answers contain. Only the answer is false; what was committed stays true. */
import type { JsonObject, Memory, Tampering } from './state.ts';

/** The names that the answer of an operation gives to its values. */
type FieldNames = { invoice?: string; status: string };

/** Takes the first lie about the operation from the queue, counting it once. */
export function takeLie(memory: Memory, operation: Tampering['operation']): Tampering | undefined {
  const { tamperings } = memory.state;
  const lie = tamperings.find((tampering) => tampering.operation === operation);
  if (!lie) return undefined;
  lie.times -= 1;
  if (lie.times === 0) tamperings.splice(tamperings.indexOf(lie), 1);
  return lie;
}

export function withLie(answer: JsonObject, lie: Tampering | undefined, names: FieldNames): JsonObject {
  if (!lie) return answer;
  return {
    ...answer,
    ...(lie.amount === undefined ? {} : { amount: lie.amount }),
    ...(lie.currency === undefined ? {} : { currency: lie.currency }),
    ...(lie.invoice === undefined || names.invoice === undefined ? {} : { [names.invoice]: lie.invoice }),
    ...(lie.status === undefined ? {} : { [names.status]: lie.status }),
    ...(lie.trxID === undefined ? {} : { trxID: lie.trxID }),
    ...(lie.paymentID === undefined ? {} : { paymentID: lie.paymentID }),
  };
}
