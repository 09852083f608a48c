/** Provides the services on offer, with prices and switches from the settings, and the search over them. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { categories, type Category, type ServiceSummary } from '#services/contract.ts';
import { hasWords, searchWordsOf } from '#web/lib/search-words.ts';
import { services } from '#web/lib/services.ts';

export type OfferedService = { service: ServiceSummary; cost: number; words: string[] };
export type ServiceGroup = { category: Category; services: OfferedService[] };

/** The unit that a price covers: a row of a sheet, or a PDF. */
export function unitOf(service: ServiceSummary): 'row' | 'file' {
  return service.input.kind === 'pdf' ? 'file' : 'row';
}

/** Everyday terms that the service names do not contain. */
const everydayNames: Record<string, string> = {
  exp: 'EXP export permission form bangladesh bank বাংলাদেশ ব্যাংক রপ্তানি ইএক্সপি',
  damco: 'maersk forwarder booking shipping order SO ফরোয়ার্ডার বুকিং শিপিং',
  hm: 'H&M buyer বায়ার ক্রেতা',
  'bepza-ip': 'IP import permit EPZ আমদানি অনুমতি ইপিজেড বেপজা',
  'bepza-ep': 'EP export permit EPZ রপ্তানি অনুমতি ইপিজেড বেপজা',
  custom: 'customs C&F CNF clearance bill of entry কাস্টমস শুল্ক খালাস বিল অব এন্ট্রি',
  egm: 'EGM export general manifest C&F মেনিফেস্ট রপ্তানি',
  ctg: 'chittagong chattogram port container চট্টগ্রাম বন্দর কন্টেইনার',
  'rex-soo': 'REX SOO EPB statement of origin GSP ইপিবি উৎপত্তি সনদ',
  'cash-incentive': 'cash incentive subsidy নগদ প্রণোদনা ভর্তুকি',
  pdf: 'table extract excel এক্সেল টেবিল',
};

function searchWords(service: ServiceSummary): string[] {
  const everyday = Object.entries(everydayNames)
    .filter(([prefix]) => service.id.startsWith(prefix))
    .map(([, words]) => words);
  const text = [
    service.id,
    service.name,
    service.description,
    service.category,
    ...service.features,
    service.bengali.name,
    service.bengali.description,
    ...everyday,
  ];
  return searchWordsOf(text.join(' '));
}

const searchable = services.map((service) => ({ service, words: searchWords(service) }));

/** Returns whether a service is enabled and its portal is connected. */
export function isOffered({ enabledServices, unavailableServices }: CreditSettings, id: string): boolean {
  return enabledServices.includes(id) && !unavailableServices.includes(id);
}

export function offeredServices(settings: CreditSettings): OfferedService[] {
  return searchable
    .filter(({ service }) => isOffered(settings, service.id))
    .map(({ service, words }) => ({
      service,
      words,
      cost: settings.serviceCreditsConfig[service.id] ?? creditsFromHundredths(service.defaultCostHundredths),
    }));
}

/** Every typed word must be the beginning of a word of the service: "c&f", "import per". */
export function searchServices(services: OfferedService[], query: string): OfferedService[] {
  return services.filter(({ words }) => hasWords(words, query));
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
