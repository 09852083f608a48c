/** What administrators may set on the public pages: marketing figures and how Chalan is reached. */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';

const FIGURE_CHARACTERS_MAX = 20;
const DETAIL_CHARACTERS_MAX = 200;

/** As the specification's marketing copy says them; other pages than the start page say 99.9% success. */
export const marketingDefaults = {
  services: '27+',
  successRate: '100%',
  availability: '24/7',
  dailyProcesses: '1000+',
  businesses: '1000+',
  successRateElsewhere: '99.9%',
} as const;
export type MarketingFigures = Record<keyof typeof marketingDefaults, string>;

/** What is empty is not shown. */
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
/** `javascript:` and the like are no addresses of a page. */
const link = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/, error: 'The address must begin with https://' }).max(DETAIL_CHARACTERS_MAX),
]);

/** What is left out stays as it is. */
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

/** `rowsDone` and `customers` are measured only; the texts of `dailyProcesses` and `businesses` stand in for them. */
const measuredFigures = ['rowsDone', 'customers'] as const;
export type FigureName = keyof MarketingFigures | (typeof measuredFigures)[number];
export const figureNames: FigureName[] = [
  ...(Object.keys(marketingDefaults) as (keyof MarketingFigures)[]),
  ...measuredFigures,
];
