import { compare, type Decimal, formatDecimal, isZero, multiply } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type CellReader, quoted, readDecimal } from './focus-cells.ts';
import { isSameCost, magnitudeOf } from './same-cost.ts';
import { Unfit } from './unfit.ts';

/** A row's charge with 12 places, and the file's own cost. */
interface Charge {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly listCost: Decimal;
  /** True if the row has only a cost: the quantity is then the cost, at a price of 1. */
  readonly isCostAlone: boolean;
}

/** Reads a row's quantity, price and cost. Throws Unfit if they are unreadable or exceed our limits. */
export function chargeOf(cell: CellReader): Charge {
  const isCorrection = cell('ChargeClass').toLowerCase() === 'correction';
  if (isCorrection && (cell('PricingQuantity') === '' || cell('ListUnitPrice') === '')) return costAlone(cell);
  const quantity = decimalIn(cell, 'PricingQuantity', 'BAD_QUANTITY');
  const unitPrice = decimalIn(cell, 'ListUnitPrice', 'BAD_PRICE');
  if (unitPrice.units < 0n) throw new Unfit('broken', 'BAD_PRICE', 'ListUnitPrice is negative.');
  const listCost = decimalIn(cell, 'ListCost', 'BAD_COST');
  const kept = { quantity: keptQuantity(quantity), unitPrice: keptPrice(unitPrice) };
  // Our 12 places round the row's numbers, which must not appear as a fault of the file.
  const isRight = isSameCost(multiply(quantity, unitPrice), listCost);
  if (isRight && !isSameCost(multiply(kept.quantity, kept.unitPrice), listCost)) {
    throw new Unfit('excluded', 'TOO_FINE', 'Its cost needs more than 12 places of PricingQuantity or ListUnitPrice.');
  }
  return {
    quantity: formatDecimal(kept.quantity),
    unitPrice: formatDecimal(kept.unitPrice),
    listCost: keptCost(listCost),
    isCostAlone: false,
  };
}

const costColumns = ['ListCost', 'ContractedCost', 'EffectiveCost', 'BilledCost'];

/** FOCUS allows a correction without quantity and price. Its first nonzero cost is the corrected amount. */
function costAlone(cell: CellReader): Charge {
  const said = costColumns.filter((column) => cell(column) !== '');
  const costs = said.map((column) => decimalIn(cell, column, 'BAD_COST'));
  const cost = costs.find((each) => !isZero(each)) ?? costs[0];
  if (!cost) throw new Unfit('broken', 'BAD_COST', 'The correction has no cost.');
  const listCost = keptCost(cost);
  return { quantity: formatDecimal(keptQuantity(listCost)), unitPrice: '1', listCost, isCostAlone: true };
}

function decimalIn(cell: CellReader, column: string, reason: 'BAD_QUANTITY' | 'BAD_PRICE' | 'BAD_COST'): Decimal {
  const value = readDecimal(cell(column));
  if (!value) throw new Unfit('broken', reason, `${column} is ${quoted(cell(column))}, not a decimal.`);
  return value;
}

const places = 12;
const quantityLimit = '100000000000000';
const largestPrice = '1000000';
const costLimit = '100000000000000000000';

function keptQuantity(value: Decimal): Decimal {
  const kept = roundHalfUp(value, places);
  if (compare(magnitudeOf(kept), quantityLimit) < 0) return kept;
  throw new Unfit('excluded', 'TOO_LARGE', 'The quantity has more than 14 digits before the point.');
}

function keptPrice(value: Decimal): Decimal {
  const kept = roundHalfUp(value, places);
  if (compare(kept, largestPrice) <= 0) return kept;
  throw new Unfit('excluded', 'TOO_LARGE', 'ListUnitPrice is above 1,000,000.');
}

function keptCost(value: Decimal): Decimal {
  if (compare(magnitudeOf(value), costLimit) < 0) return value;
  throw new Unfit('excluded', 'TOO_LARGE', 'The cost has more than 20 digits before the point.');
}
