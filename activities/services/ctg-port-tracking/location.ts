/** Parses the port's one-line description of a location; unknown parts stay in the port's own words. Pure. */
import type { ContainerVisit } from '#activities/portals/cpa/container-page.ts';
import { parseDate } from '#services/families/fields-dates.ts';
import type { OutputValues } from '#services/runner.ts';

/** In the order of the result workbook. */
export const locationColumns = [
  'found',
  'category',
  'load_status',
  'position_raw',
  'yard',
  'block',
  'slot',
  'mlo',
  'iso_type',
  'size',
  'height',
  'vessel',
  'rotation_no',
  'voyage',
  'eta',
  'discharge_time',
  'load_time',
  'port_of_shipment',
  'offdock',
  'destination',
] as const;

const categories: Record<string, string> = {
  IMPRT: 'IMPORT',
  EXPRT: 'EXPORT',
  STRGE: 'STORAGE',
  TRSHP: 'TRANSSHIPMENT',
};

/** Returns the columns of the location; null where the description does not name the part. */
export function readLocation({ location, details }: ContainerVisit): OutputValues {
  const parts = partsOf(location);
  const category = parts.get('Ctgry') ?? parts.get('Category');
  return {
    found: 'yes',
    category: category === undefined ? null : (categories[category] ?? category),
    load_status: /^stripped/i.test(location) ? 'STRIPPED' : (parts.get('Status') ?? null),
    position_raw: location || null,
    yard: parts.get('Yard') ?? parts.get('Position') ?? null,
    block: parts.get('Block') ?? null,
    slot: parts.get('Pos') ?? null,
    mlo: parts.get('MLO') ?? given(details, 'MLO'),
    iso_type: parts.get('ISO') ?? null,
    size: parts.get('Size') ?? null,
    height: parts.get('Height') ?? null,
    vessel: parts.get('Vessel Name') ?? given(details, 'Last Vessel Name'),
    rotation_no: given(details, 'Import Rotation No'),
    voyage: given(details, 'Voy No'),
    eta: arrivalDay(details),
    discharge_time: momentOf(parts.get('DisTime')),
    load_time: momentOf(parts.get('Load Time')),
    port_of_shipment: given(details, 'Port of Shipment'),
    offdock: /to Offdock:\s*([^,]+)/i.exec(location)?.[1]?.trim() ?? given(details, 'Port/Offdock'),
    destination: parts.get('Dest') ?? given(details, 'Destination'),
  };
}

/** Returns the estimated day of the vessel's arrival, such as 2026-11-12. */
export function arrivalDay(details: ContainerVisit['details']): string | null {
  const shown = given(details, 'Vessel Arrival Date (Estimated)');
  return shown === null ? null : (parseDate(shown) ?? shown);
}

function given(details: ContainerVisit['details'], label: string): string | null {
  return details.get(label) || null;
}

/** Parses "Yard: NCT, Block: Y07" into names and values. Words without a colon remain in `position_raw`. */
function partsOf(location: string): Map<string, string> {
  const pairs = location.split(/,\s*/).flatMap((part) => {
    const [, name, value] = /^([A-Za-z/ ]+):\s*(.+)$/.exec(part.trim()) ?? [];
    return name && value ? [[name.trim(), value.trim()] as const] : [];
  });
  return new Map(pairs);
}

/** Converts 14-NOV-2026 06:20 to 2026-11-14 06:20. */
function momentOf(shown: string | undefined): string | null {
  if (shown === undefined) return null;
  const [day = '', time = ''] = shown.split(' ');
  return [parseDate(day) ?? day, time].join(' ').trim();
}
