/**
 * H&M Packing List Download, one row: opens the order's packing lists and reads each market's carton ranges and PDF.
 */
import { refusalOf } from '#activities/portals/hm/outcomes.ts';
import {
  backToLists,
  listPackingLists,
  readPackingList,
  type CartonRange,
  type ListedPackingList,
} from '#activities/portals/hm/pages/packing-lists.ts';
import { sequence } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { scaled, unscaled } from '#contracts/decimals.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';
import { hmPackingListMessages } from './messages.ts';

const SUM_DECIMALS = 3;

export const hmPackingList: ReadRunner = {
  outputColumns: [
    'markets',
    'not_released',
    'cartons',
    'total_pcs',
    'gross_weight_kg',
    'net_weight_kg',
    'cbm',
  ],
  outputSheets: {
    Cartons: [
      'order_no',
      'market',
      'article',
      'colour',
      'assortment_code',
      'carton_from',
      'carton_to',
      'cartons',
      'pcs_per_carton',
      'sizes',
      'total_pcs',
      'gross_weight_kg',
      'net_weight_kg',
      'cbm',
    ],
  },
  run,
};

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  signal.throwIfAborted();
  if (!session) throw new Error('H&M Packing List Download needs a session on the portal.');
  const { order_no: wanted = '', planning_market: market, invoice_no: invoiceNo } = row;
  const answer = await listPackingLists(session.page, { orderNo: wanted, market, invoiceNo });
  if ('words' in answer) return refusalOf(answer.words);
  if ('several' in answer) {
    const orders = answer.several.join(', ');
    return {
      outcome: 'INPUT_INVALID',
      message: hmPackingListMessages.severalOrders({ order: wanted, orders }),
    };
  }
  const { orderNo, lists } = answer;
  const released = lists.filter(({ isReleased }) => isReleased);
  const markets = marketsOf(released);
  const waiting = marketsOf(lists.filter(({ isReleased }) => !isReleased));
  if (released.length === 0)
    return {
      outcome: 'REJECTED',
      message: hmPackingListMessages.someNotReleased({ markets: waiting, order: orderNo }),
    };
  const ranges: CartonRange[] = [];
  const lines: OutputValues[] = [];
  const documents: RowDocument[] = [];
  for (const [index, each] of released.entries()) {
    signal.throwIfAborted();
    if (index > 0) await backToLists(session.page);
    const list = await readPackingList(session, each);
    ranges.push(...list.ranges);
    lines.push(...list.ranges.map((range) => lineOf(range, { orderNo, market: each.market })));
    const name = `PL_${orderNo}_${suffixOf(each, released)}.pdf`;
    documents.push({ name, contentType: 'application/pdf', bytes: list.pdf });
  }
  const found = hmPackingListMessages.found({ order: orderNo, markets });
  const rest = waiting === '' ? null : hmPackingListMessages.notReleased({ markets: waiting });
  return {
    outcome: 'SUCCESS',
    message: sequence(found, rest),
    portalReference: orderNo,
    values: {
      markets,
      not_released: waiting || null,
      cartons: totalOf(ranges, ({ cartons }) => String(cartons)),
      total_pcs: totalOf(ranges, ({ pieces }) => String(pieces)),
      gross_weight_kg: totalOf(ranges, ({ gross }) => gross),
      net_weight_kg: totalOf(ranges, ({ net }) => net),
      cbm: totalOf(ranges, ({ cbm }) => cbm),
    },
    sheets: { Cartons: lines },
    documents,
  };
}

const marketsOf = (lists: readonly ListedPackingList[]): string =>
  [...new Set(lists.map(({ market }) => market))].join(', ');

/** The market alone, or with the invoice if the market has several lists. */
function suffixOf({ market, invoiceNo }: ListedPackingList, released: readonly ListedPackingList[]): string {
  const isOne = released.filter((list) => list.market === market).length === 1;
  return [market.replace('/', '_'), isOne ? '' : invoiceNo].filter((part) => part !== '').join('_');
}

function totalOf(ranges: readonly CartonRange[], numberOf: (range: CartonRange) => string): number {
  const total = ranges.reduce((sum, range) => sum + scaled(numberOf(range), SUM_DECIMALS), 0n);
  return Number(unscaled(total, SUM_DECIMALS));
}

function lineOf(range: CartonRange, { orderNo, market }: { orderNo: string; market: string }): OutputValues {
  return {
    order_no: orderNo,
    market,
    article: range.article,
    colour: range.colour,
    assortment_code: range.assortment,
    carton_from: range.from,
    carton_to: range.to,
    cartons: range.cartons,
    pcs_per_carton: range.perCarton,
    sizes: range.sizes,
    total_pcs: range.pieces,
    gross_weight_kg: Number(range.gross),
    net_weight_kg: Number(range.net),
    cbm: Number(range.cbm),
  };
}
