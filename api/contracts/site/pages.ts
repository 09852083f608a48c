/** Schemas of what administrators can set on the public pages: marketing figures and contact details. */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';

const FIGURE_CHARACTERS_MAX = 20;
const DETAIL_CHARACTERS_MAX = 200;

/** Figures of the specification's marketing copy; pages other than the start page say 99.9% success. */
export const marketingDefaults = {
  services: '27+',
  successRate: '100%',
  availability: '24/7',
  dailyProcesses: '1000+',
  businesses: '1000+',
  successRateElsewhere: '99.9%',
} as const;
export type MarketingFigures = Record<keyof typeof marketingDefaults, string>;

/** Empty fields are not shown. */
export const contactDefaults = {
  email: 'support@chalan.test',
  phone: '',
  address: 'Dhaka, Bangladesh',
  facebookUrl: '',
  linkedinUrl: '',
  youtubeUrl: '',
} as const;
export type ContactDetails = Record<keyof typeof contactDefaults, string>;

const line = (max: number) =>
  z.string().trim().max(max).regex(printable, 'Please use a single line of text.');
const figure = line(FIGURE_CHARACTERS_MAX).min(1, 'A figure is needed.');
/** Excludes `javascript:` and similar addresses. */
const link = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/, error: 'The address must begin with https://' }).max(DETAIL_CHARACTERS_MAX),
]);

/** Absent fields stay unchanged. */
export const marketingFiguresBody = z
  .object({
    services: figure,
    successRate: figure,
    availability: figure,
    dailyProcesses: figure,
    businesses: figure,
    successRateElsewhere: figure,
  })
  .partial();

export const contactDetailsBody = z
  .object({
    email: z.union([z.literal(''), z.email('Please enter a valid email address.').max(254)]),
    phone: line(40).regex(
      /^[+\d\s()-]*$/,
      'A phone number has digits, spaces, hyphens and a plus sign only.',
    ),
    address: line(DETAIL_CHARACTERS_MAX),
    facebookUrl: link,
    linkedinUrl: link,
    youtubeUrl: link,
  })
  .partial();

/**
 * `rowsDone` and `customers` exist only as measured figures; they replace the texts of `dailyProcesses` and
 * `businesses`.
 */
const measuredFigures = ['rowsDone', 'customers'] as const;
export type FigureName = keyof MarketingFigures | (typeof measuredFigures)[number];
export const figureNames: FigureName[] = [
  ...(Object.keys(marketingDefaults) as (keyof MarketingFigures)[]),
  ...measuredFigures,
];
