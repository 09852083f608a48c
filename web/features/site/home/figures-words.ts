/** Defines the names of the public figures, which several pages show. */
import { defineWords } from '#web/lib/words.ts';

export const figuresWords = defineWords({
  en: {
    services: 'Services',
    successRate: 'Success rate',
    successRateElsewhere: 'Success rate',
    availability: 'Availability',
    dailyProcesses: 'Processes daily',
    businesses: 'Businesses trust us',
    rowsDone: 'Rows done so far',
    customers: 'Businesses served',
  },
  bn: {
    services: 'সেবা',
    successRate: 'সাফল্যের হার',
    successRateElsewhere: 'সাফল্যের হার',
    availability: 'সেবা পাওয়া যায়',
    dailyProcesses: 'দৈনিক কাজ',
    businesses: 'প্রতিষ্ঠানের আস্থা',
    rowsDone: 'এ পর্যন্ত সম্পন্ন সারি',
    customers: 'প্রতিষ্ঠান সেবা নিয়েছে',
  },
});
