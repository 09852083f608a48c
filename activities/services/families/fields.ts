/** Field formats of the services' sheets (portals.md section 7): what a cell may contain and how it is stored. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { expMessages } from './exp-messages.ts';
import { digitsText, type Field } from './fields-numbers.ts';

/** The current layout of the EXP form has been in force since July 2014 (portals.md 3.4 accepts no earlier year). */
const firstExpYear = 2014;
const expSerialDigits = 6;

const yearInDhaka = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Dhaka', year: 'numeric' });

/** Returns the calendar year in Bangladesh, which is six hours ahead of UTC. */
export function dhakaYear(moment: Date): string {
  return yearInDhaka.format(moment);
}

function isExpYear(text: string): boolean {
  return (
    /^\d{4}$/.test(text) && Number(text) >= firstExpYear && Number(text) <= Number(dhakaYear(new Date()))
  );
}

export const adCode: Field = {
  schema: z
    .string()
    .overwrite(digitsText)
    .regex(/^\d{4,8}$/, asIssue(expMessages.notAdCode())),
  hint: expMessages.adCodeHint(),
};

export const expSerial: Field = {
  schema: z
    .string()
    .overwrite(digitsText)
    .regex(/^\d{1,6}$/, asIssue(expMessages.notSerial()))
    .overwrite((serial) => serial.padStart(expSerialDigits, '0')),
  hint: expMessages.serialHint(),
};

export const expYear: Field = {
  schema: z
    .string()
    .overwrite(digitsText)
    .refine(isExpYear, {
      error: () => asIssue(expMessages.notYear({ first: String(firstExpYear), last: dhakaYear(new Date()) })),
    }),
  hint: expMessages.yearHint(),
};
