/** Formats Taka as bookkeepers in Bangladesh do: grouped by lakh and crore, and in words. Pure functions. */

const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 10000000n → "1,00,000.00" */
export function takaFigures(poisha: bigint): string {
  return grouped.format(Number(poisha) / 100);
}

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
const ones = `${small} sixteen seventeen eighteen nineteen`.split(' ');
const tens = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')];
const units = [
  { size: 10_000_000, name: 'crore' },
  { size: 100_000, name: 'lakh' },
  { size: 1_000, name: 'thousand' },
  { size: 100, name: 'hundred' },
];

/** 1234550n → "Taka twelve thousand three hundred forty-five and poisha fifty only" */
export function takaWords(poisha: bigint): string {
  const part = Number(poisha % 100n);
  const taka = `Taka ${inWords(Number(poisha / 100n))}`;
  return part === 0 ? `${taka} only` : `${taka} and poisha ${inWords(part)} only`;
}

function inWords(count: number): string {
  const unit = units.find(({ size }) => count >= size);
  if (unit) {
    const rest = count % unit.size;
    const head = `${inWords(Math.floor(count / unit.size))} ${unit.name}`;
    return rest === 0 ? head : `${head} ${inWords(rest)}`;
  }
  if (count < ones.length) return ones[count] ?? '';
  const ten = tens[Math.floor(count / 10)] ?? '';
  return count % 10 === 0 ? ten : `${ten}-${ones[count % 10]}`;
}
