/** Formats and rules of BEPZA's permits, collected here because they are not officially documented. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import type { Column } from '#services/contract.ts';
import { bangladeshLocode } from './fields-trade.ts';
import { keyboardText, oneOf, text, type Field } from './fields-numbers.ts';
import { bepzaMessages } from './bepza-messages.ts';

const zones = ['CEPZ', 'DEPZ', 'AEPZ', 'KEPZ', 'MEPZ', 'CuEPZ', 'UEPZ', 'IEPZ', 'BEPZA-EZ'] as const;
export const zoneColumn = {
  name: 'zone',
  aliases: ['epz'],
  required: true,
  ...oneOf(zones),
} as const satisfies Column;

export const enterpriseCode: Field = text(3, 30, 'DEPZ-0142');
export const permitNo: Field = text(3, 40, 'EP26-DEPZ-118834');

const spellings = new Map(zones.map((zone) => [zone.toUpperCase(), zone]));
const application = new RegExp(`^(EP|IP)-(${zones.join('|')})-(20\\d\\d)-(\\d{1,6})$`, 'i');

/** Stored as EP-DEPZ-2026-018834. */
function applicationNo(prefix: 'EP' | 'IP'): Field {
  const clean = (cell: string): string =>
    keyboardText(cell)
      .replace(/\s/g, '')
      .replace(
        application,
        (_, kind: string, zone: string, year: string, serial: string) =>
          `${kind.toUpperCase()}-${spellings.get(zone.toUpperCase())}-${year}-${serial.padStart(6, '0')}`,
      );
  const problem = bepzaMessages.notApplicationNumber({ kind: prefix });
  return {
    schema: z
      .string()
      .overwrite(clean)
      .refine((number) => application.test(number) && number.startsWith(prefix), asIssue(problem)),
    hint: bepzaMessages.applicationNumberHint({ example: `${prefix}-DEPZ-2026-018834` }),
  };
}
export const epApplicationNo = applicationNo('EP');
export const ipApplicationNo = applicationNo('IP');

/** Returns the zone contained in an application number. */
export const zoneOfApplication = (number: string): string => application.exec(number)?.[2] ?? '';

export const undertaking: Field = {
  schema: z
    .string()
    .overwrite((cell) => cell.trim().toUpperCase())
    .refine((cell) => ['YES', 'Y'].includes(cell), asIssue(bepzaMessages.undertakingMissing()))
    .overwrite(() => 'YES'),
  hint: bepzaMessages.undertakingHint(),
};

/** A port by its UN/LOCODE, or a land port by its name. */
export const portOfEntry: Field = {
  schema: z
    .string()
    .overwrite((cell) => {
      const name = cell.replace(/\s+/g, ' ').trim();
      return bangladeshLocode.schema.safeParse(name).data ?? name;
    })
    .refine((name) => /^[A-Za-z][A-Za-z .'-]{2,39}$/.test(name), asIssue(bepzaMessages.notPort())),
  hint: bepzaMessages.portHint(),
};
