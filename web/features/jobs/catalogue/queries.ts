/** Provides the services on offer, with prices and switches from the settings, and the search over them. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import { categories, type Category, type ServiceSummary } from '#services/contract.ts';
import { wordsIn } from '#web/lib/search-words.ts';
import { services } from '#web/lib/services.ts';

export type ListedService = {
  service: ServiceSummary;
  cost: number;
  /** Why it cannot be started now; null if it can. */
  unavailable: UnavailableReason | null;
  /** Why it only makes documents now, for the customer to hand in; null if it can file them too. */
  onlyDocuments: UnavailableReason | null;
};
/**
 * The words of a service, in groups; a match in an earlier group counts more. The words of each name keep their order.
 */
type SearchWords = { names: string[][]; common: string[]; texts: string[] };
export type ServiceGroup = { category: Category; services: ListedService[] };

/** Returns the unit that a price covers: a row of a sheet, or a PDF. */
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
  ctg: 'chittagong chattogram port container চট্টগ্রাম বন্দর কনটেইনার কন্টেইনার',
  'rex-soo': 'REX SOO EPB statement of origin GSP ইপিবি উৎপত্তি সনদ',
  'cash-incentive': 'cash incentive subsidy নগদ প্রণোদনা ভর্তুকি',
  pdf: 'table extract excel এক্সেল টেবিল',
};

function searchWords(service: ServiceSummary): SearchWords {
  const everyday = Object.entries(everydayNames)
    .filter(([prefix]) => service.id.startsWith(prefix))
    .map(([, words]) => words);
  const texts = [service.description, service.category, ...service.features, service.bengali.description];
  return {
    names: [wordsIn(service.name), wordsIn(service.bengali.name)],
    common: wordsIn([service.id, ...everyday].join(' ')),
    texts: wordsIn(texts.join(' ')),
  };
}

const knownWords = new Map<ServiceSummary, SearchWords>();

/** Collects the words of a service for its first search, because most views search for nothing. */
function wordsOf(service: ServiceSummary): SearchWords {
  const words = knownWords.get(service) ?? searchWords(service);
  knownWords.set(service, words);
  return words;
}

/** Returns whether a service is enabled and its portal can be used. */
export function isOffered({ enabledServices, unavailableServices }: CreditSettings, id: string): boolean {
  return enabledServices.includes(id) && !unavailableServices.includes(id);
}

/** Returns the enabled services, also those that cannot be started now. */
export function listedServices(settings: CreditSettings): ListedService[] {
  return services
    .filter((service) => settings.enabledServices.includes(service.id))
    .map((service) => {
      const reason = settings.unavailableReasons[service.id] ?? null;
      return {
        service,
        cost:
          settings.serviceCreditsConfig[service.id] ?? creditsFromHundredths(service.defaultCostHundredths),
        unavailable: service.preparesDocuments ? null : reason,
        onlyDocuments: service.preparesDocuments ? reason : null,
      };
    });
}

/** Returns the services that a customer can practise, which costs nothing. A portal need not be connected. */
export function practisedServices(
  { enabledServices }: CreditSettings,
  serviceIds: readonly string[],
): ListedService[] {
  return services
    .filter(({ id }) => enabledServices.includes(id) && serviceIds.includes(id))
    .map((service) => ({ service, cost: 0, unavailable: null, onlyDocuments: null }));
}

const isBeginningOf = (wanted: string[], words: string[]): boolean =>
  wanted.every((want, place) => words[place]?.startsWith(want));

const hasAll = (wanted: string[], words: string[]): boolean =>
  wanted.every((want) => words.some((word) => word.startsWith(want)));

/** The rank of a service whose name begins with the typed words; worse matches have higher ranks. */
const bestRank = 0;

/** Returns how well a service matches, or null. Every typed word must be the beginning of a word: "c&f", "exp s". */
function rankOf({ service }: ListedService, wanted: string[]): number | null {
  const { names, common, texts } = wordsOf(service);
  if (names.some((name) => isBeginningOf(wanted, name))) return bestRank;
  if (names.some((name) => hasAll(wanted, name))) return 1;
  if (hasAll(wanted, [...names.flat(), ...common])) return 2;
  return hasAll(wanted, [...names.flat(), ...common, ...texts]) ? 3 : null;
}

function rankedMatches(services: ListedService[], query: string) {
  const wanted = wordsIn(query);
  return services
    .flatMap((offer) => {
      const rank = rankOf(offer, wanted);
      return rank === null ? [] : [{ offer, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank);
}

/** Finds services by name, everyday term, description and category, best match first. */
export function searchServices(services: ListedService[], query: string): ListedService[] {
  return rankedMatches(services, query).map(({ offer }) => offer);
}

/**
 * Finds services for a list in which one is chosen with the keyboard. If names begin with the typed words, only these
 * are offered: a service that merely mentions the words must not be one key away from being started by mistake.
 */
export function suggestServices(services: ListedService[], query: string): ListedService[] {
  const matches = rankedMatches(services, query);
  const best = matches.filter(({ rank }) => rank === bestRank);
  return (best.length > 0 ? best : matches).map(({ offer }) => offer);
}

/** Groups services in the order of the categories. */
export function groupByCategory(services: ListedService[]): ServiceGroup[] {
  return categories
    .map((category) => ({
      category,
      services: services.filter(({ service }) => service.category === category),
    }))
    .filter((group) => group.services.length > 0);
}

/** Groups the found services so that the group with the best match comes first. */
export function groupFound(found: ListedService[]): ServiceGroup[] {
  const firstPlace = ({ services: group }: ServiceGroup) => found.findIndex((offer) => offer === group[0]);
  return groupByCategory(found).toSorted((one, other) => firstPlace(one) - firstPlace(other));
}

export function totalCost(services: ListedService[]): number {
  return services.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0) / 100;
}
