/** The services on offer: the catalogue joined with the settings' prices and switches, and the search over them. */
import { creditsFromHundredths } from '#contracts/credits.ts';
import type { CreditSettings } from '#contracts/settings.ts';
import { catalogue } from '#services/catalogue.ts';
import { categories, type Category, type ServiceDefinition } from '#services/contract.ts';

export type OfferedService = { service: ServiceDefinition; cost: number; words: string[] };
export type ServiceGroup = { category: Category; services: OfferedService[] };

/** What one price is for: a line of a sheet, or a PDF. */
export function unitOf(service: ServiceDefinition): 'row' | 'file' {
  return service.availability === 'available' && service.input.kind === 'pdf' ? 'file' : 'row';
}

/** What people call things that the names do not say. */
const everydayNames: Record<string, string> = {
  exp: 'EXP export permission form bangladesh bank',
  damco: 'maersk forwarder booking shipping order SO',
  hm: 'H&M buyer',
  'bepza-ip': 'IP import permit EPZ',
  'bepza-ep': 'EP export permit EPZ',
  custom: 'customs C&F CNF clearance bill of entry',
  egm: 'EGM export general manifest C&F',
  ctg: 'chittagong chattogram port container',
  'rex-soo': 'REX SOO EPB statement of origin GSP',
  'cash-incentive': 'cash incentive subsidy',
  pdf: 'table extract excel',
};

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}&]+/u)
    .filter(Boolean);

function searchWords(service: ServiceDefinition): string[] {
  const everyday = Object.entries(everydayNames)
    .filter(([prefix]) => service.id.startsWith(prefix))
    .map(([, words]) => words);
  const text = [
    service.id,
    service.name,
    service.description,
    service.category,
    ...service.features,
    ...everyday,
  ];
  return [...new Set(wordsOf(text.join(' ')))];
}

const searchable = catalogue.map((service: ServiceDefinition) => ({ service, words: searchWords(service) }));

export function offeredServices(settings: CreditSettings): OfferedService[] {
  const enabled = new Set(settings.enabledServices);
  return searchable
    .filter(({ service }) => enabled.has(service.id))
    .map(({ service, words }) => ({
      service,
      words,
      cost: settings.serviceCreditsConfig[service.id] ?? creditsFromHundredths(service.defaultCostHundredths),
    }));
}

/** Every word typed must begin a word of the service: "c&f", "import per". */
export function searchServices(services: OfferedService[], query: string): OfferedService[] {
  const wanted = wordsOf(query);
  return services.filter(({ words }) => wanted.every((want) => words.some((word) => word.startsWith(want))));
}

export function groupByCategory(services: OfferedService[]): ServiceGroup[] {
  return categories
    .map((category) => ({
      category,
      services: services.filter(({ service }) => service.category === category),
    }))
    .filter((group) => group.services.length > 0);
}

export function totalCost(services: OfferedService[]): number {
  return services.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0) / 100;
}
