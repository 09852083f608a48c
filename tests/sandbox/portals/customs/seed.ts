/** Bills of entry and of export at the customs sandbox, at every step of their clearance. */

/** In the order of a clearance. */
const steps = [
  'registered',
  'under assessment',
  'query',
  'assessed',
  'duty paid',
  'examination',
  'released',
] as const;
export type Step = (typeof steps)[number];

type Manifest = {
  /** Year and number in one, as customs shows it. */
  rotation: string;
  date: string;
  vessel: string;
  voyage: string;
  departure: string;
  blNo: string;
  packages: string;
  grossWeight: string;
};
export type Bill = {
  office: string;
  serial: string;
  number: string;
  year: string;
  type: string;
  date: string;
  ain: string;
  trader: string;
  items: string;
  lane: string;
  step: Step;
  updated: string;
  /** Null until an export general manifest is filed. */
  manifest: Manifest | null;
};

const offices = ['301', '101'];
const traders = ['Padma Apparels Ltd.', 'Karnaphuli Garments Ltd.', 'Meghna Knit Composite Ltd.'];
const FIRST = 796_229;
const COUNT = 25;

/** C796229 to C796253 of 2026 at both offices; odd numbers are exports. Every third export has no manifest yet. */
export function findBill(office: string, serial: string, number: string, year: string): Bill | undefined {
  const place = Number(number) - FIRST;
  if (!offices.includes(office) || serial !== 'C' || year !== '2026') return undefined;
  if (!Number.isInteger(place) || place < 0 || place >= COUNT) return undefined;
  const isExport = place % 2 === 0;
  const step = place === 0 ? 'released' : (steps[place % steps.length] ?? 'registered');
  const day = String((place % 20) + 1).padStart(2, '0');
  return {
    office,
    serial,
    number,
    year,
    type: isExport ? 'EX1' : 'IM4',
    date: `2026-11-${day}`,
    ain: `3011${String(20_000 + place)}`,
    trader: traders[place % traders.length] ?? '',
    items: String((place % 4) + 1),
    lane: ['GREEN', 'YELLOW', 'RED'][place % 3] ?? 'GREEN',
    step,
    updated: `2026-11-${day} 16:40`,
    manifest: isExport && place % 3 !== 2 ? manifestOf(place, day) : null,
  };
}

function manifestOf(place: number, day: string): Manifest {
  return {
    rotation: `2026${3187 + place}`,
    date: `2026-11-${day}`,
    vessel: place % 4 === 0 ? 'MAERSK XIAMEN' : 'CMA CGM MOLIERE',
    voyage: `${641 + place}W`,
    departure: `2026-11-${day}`,
    blNo: `DHK${1_204_477 + place}`,
    packages: String(612 + place),
    grossWeight: `${5230 + place}.00`,
  };
}

export function hasReached(bill: Bill, step: Step): boolean {
  return steps.indexOf(bill.step) >= steps.indexOf(step);
}

/** Key in the journal: 301-C796229-2026. */
export function billKey({ office, serial, number, year }: Bill): string {
  return `${office}-${serial}${number}-${year}`;
}
