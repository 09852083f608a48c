/** Containers in and around Chattogram port: the latest visit of each, in the port's wording. */
import { isContainer } from '#services/families/fields-containers.ts';

export type Visit = { location: string; details: Record<string, string> };

type Place =
  | 'import yard'
  | 'import short'
  | 'export yard'
  | 'on vessel'
  | 'pre-advised'
  | 'pre-advised off-dock'
  | 'stripped'
  | 'old';

const details = (given: {
  vessel: string;
  rotation: string;
  voyage: string;
  arrival: string;
  mlo: string;
  from: string;
  offdock?: string;
  destination?: string;
}): Record<string, string> => ({
  'Last Vessel Name': given.vessel,
  'Import Rotation No': given.rotation,
  'Voy No': given.voyage,
  'Vessel Arrival Date (Estimated)': given.arrival,
  MLO: given.mlo,
  'Port of Shipment': given.from,
  'Port/Offdock': given.offdock ?? 'CPA',
  Destination: given.destination ?? '',
});

const xiamen = {
  vessel: 'MAERSK XIAMEN',
  rotation: '2026/3187',
  voyage: '641W',
  arrival: '12-NOV-2026',
  mlo: 'MSK',
  from: 'SGSIN',
  destination: 'ICD KAMALAPUR',
};

const visits: Record<Place, Visit> = {
  'import yard': {
    location:
      'Yard: NCT, Block: Y07, Pos: 12-C-3, Ctgry: IMPRT, Status: FCL, Dest: BDCGP, MLO: MSK, ISO: 45G1, AssnType: APPRAISE, AssnDate: 18-NOV-2026, DisTime: 14-NOV-2026 06:20, Height: 9.6, Size: 40',
    details: details(xiamen),
  },
  'import short': {
    location: 'Position: Inside Port, MLO: MSK, DisTime: 14-NOV-2026 09:05',
    details: details({ ...xiamen, offdock: 'SUMMIT ALLIANCE' }),
  },
  'export yard': {
    location:
      'Yard: CCT, Block: E02, Pos: 03-A-1, Ctgry: EXPRT, Status: FCL, Dest: NLRTM, MLO: CMA, ISO: 22G1, Height: 8.6, Size: 20',
    details: details({
      ...xiamen,
      vessel: 'CMA CGM MOLIERE',
      rotation: '2026/3204',
      voyage: '118E',
      mlo: 'CMA',
    }),
  },
  'on vessel': {
    location:
      'Position: On Vessel, Vessel Name: MUNKEBO MAERSK, Category: EXPRT, Load Time: 16-NOV-2026 22:40, MLO: MSK, Status: FCL',
    details: details({ ...xiamen, vessel: 'MUNKEBO MAERSK', rotation: '2026/3190', voyage: '645W' }),
  },
  'pre-advised': {
    location: 'PRE ADVISED for MUNKEBO MAERSK, MLO: MSK, Status: FCL',
    details: details({ ...xiamen, vessel: 'MUNKEBO MAERSK', rotation: '2026/3190', voyage: '645W' }),
  },
  'pre-advised off-dock': {
    location: 'PRE ADVISED from MAERSK XIAMEN to Offdock: SUMMIT ALLIANCE, MLO: MSK',
    details: details({ ...xiamen, offdock: 'SUMMIT ALLIANCE' }),
  },
  stripped: {
    location: 'Stripped, Yard: CFS, Block: S1, Ctgry: IMPRT, Status: LCL, MLO: MSC, Size: 40',
    details: details({ ...xiamen, mlo: 'MSC' }),
  },
  old: {
    location: 'Yard: NCT, Block: Y01, Pos: 01-A-1, Ctgry: IMPRT, Status: MTY, MLO: MSK, Size: 20',
    details: details({ ...xiamen, rotation: '2026/0412', arrival: '10-FEB-2026' }),
  },
};

const known: Record<string, Place> = {
  MSKU0383250: 'import yard',
  MRKU5295187: 'on vessel',
  TCNU4781205: 'export yard',
  MEDU9012453: 'stripped',
  CSQU3054383: 'pre-advised off-dock',
};
const cycle: Place[] = ['import yard', 'import short', 'export yard', 'on vessel', 'pre-advised', 'old'];

/**
 * Every other container with a valid check digit has a location derived from its number; those that end in 9 are
 * unknown.
 */
export function findVisit(container: string): Visit | undefined {
  if (!isContainer(container)) return undefined;
  const place = known[container];
  if (place) return visits[place];
  if (container.endsWith('9')) return undefined;
  return visits[cycle[Number(container.slice(-3)) % cycle.length] ?? 'old'];
}
