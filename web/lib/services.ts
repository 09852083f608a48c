/** Provides the service catalogue to the client, with its texts in the chosen language. */
import { services } from 'virtual:services';
import type { Category, ServiceSummary } from '#services/contract.ts';
import { currentLanguage, useLanguage, type Language } from './language.ts';
import { defineWords, useWords } from './words.ts';

export { services };

type Texts = Pick<ServiceSummary, 'name' | 'description' | 'features'>;

export function findService(id: string): ServiceSummary | undefined {
  return services.find((service) => service.id === id);
}

export const textsIn = (service: ServiceSummary, language: Language): Texts =>
  language === 'bn' ? service.bengali : service;

/** Returns the name, description and features of a service in the chosen language. */
export function useServiceTexts(service: ServiceSummary): Texts {
  return textsIn(service, useLanguage());
}

/** Returns true if the service's results are tables found in PDFs. */
export function convertsPdfs(id: string): boolean {
  return findService(id)?.input.kind === 'pdf';
}

/** Returns the name of a service in the chosen language, or the name sent by the server if the id is unknown here. */
export function serviceName(id: string, sent: string): string {
  const service = findService(id);
  return service ? textsIn(service, currentLanguage()).name : sent;
}

/** Returns the name of a service in the chosen language by its English one. */
export function serviceNamed(english: string): string {
  const service = services.find(({ name }) => name === english);
  return service ? textsIn(service, currentLanguage()).name : english;
}

const english: Record<Category, string> = {
  'PDF Extractor': 'PDF Extractor',
  'Bangladesh Bank': 'Bangladesh Bank',
  'Forwarder Handler': 'Forwarder Handler',
  'Buyer Handler': 'Buyer Handler',
  BEPZA: 'BEPZA',
  'Cash Incentive Applications': 'Cash Incentive Applications',
  'Tracking Services': 'Tracking Services',
  'EPB Export': 'EPB Export',
};

const categoryWords = defineWords({
  en: english,
  bn: {
    'PDF Extractor': 'PDF থেকে টেবিল',
    'Bangladesh Bank': 'বাংলাদেশ ব্যাংক',
    'Forwarder Handler': 'ফরোয়ার্ডার',
    'Buyer Handler': 'বায়ার',
    BEPZA: 'BEPZA',
    'Cash Incentive Applications': 'নগদ সহায়তা',
    'Tracking Services': 'ট্র্যাকিং',
    'EPB Export': 'EPB রপ্তানি',
  },
});

/** Returns the names of the categories in the chosen language. */
export function useCategoryNames(): Record<Category, string> {
  return useWords(categoryWords);
}
