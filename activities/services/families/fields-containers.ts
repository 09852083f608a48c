/** Fields for numbers of containers, rotations and transport documents (portals.md section 7). */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { keyboardText, text, type Field } from './fields-numbers.ts';
import { trackingMessages } from './tracking-messages.ts';

const containerPattern = /^[A-Z]{3}[UJZ]\d{7}$/;

/** Returns the check digit of ISO 6346 for the first ten characters. */
function containerCheckDigit(number: string): number {
  const weights = Array.from({ length: 10 }, (_, place) => valueOf(number.charAt(place)) * 2 ** place);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return (sum % 11) % 10;
}

/** Value of a character in ISO 6346: letters count from 10 and skip the multiples of 11. */
function valueOf(character: string): number {
  if (/\d/.test(character)) return Number(character);
  const place = character.charCodeAt(0) - 'A'.charCodeAt(0);
  return 10 + place + Math.floor((place + 9) / 10);
}

function clean(cell: string): string {
  return keyboardText(cell)
    .toUpperCase()
    .replace(/[\s/-]/g, '');
}

/** Returns whether the number has the form of a container number and a correct check digit (ISO 6346). */
export function isContainer(number: string): boolean {
  return containerPattern.test(number) && containerCheckDigit(number) === Number(number.at(-1));
}

export const container: Field = {
  schema: z
    .string()
    .overwrite(clean)
    .regex(containerPattern, asIssue(trackingMessages.notContainer()))
    .refine((number) => containerCheckDigit(number) === Number(number.at(-1)), {
      error: ({ input }) =>
        asIssue(trackingMessages.wrongCheckDigit({ digit: containerCheckDigit(String(input)) })),
    }),
  hint: trackingMessages.containerHint(),
};

const rotationPattern = /^(20\d\d)[/\s-]?(\d{1,6})$/;

/** Stored as 2026/3187. */
export const rotation: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).trim())
    .regex(rotationPattern, asIssue(trackingMessages.notRotation()))
    .overwrite((cell) => cell.replace(rotationPattern, '$1/$2')),
  hint: trackingMessages.rotationHint(),
};

/** Returns a rotation as it is stored. Customs shows 20263187 for it; another text stays as it is. */
export const storedRotation = (shown: string): string => rotation.schema.safeParse(shown).data ?? shown;

/** Number of a bill of lading, air waybill, FCR or similar document. */
export const transportDocument: Field = text(5, 35, 'DHK1204477');
