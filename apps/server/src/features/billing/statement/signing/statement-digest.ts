import { createHash } from 'node:crypto';
import { formatDecimal, isZero } from '@usance/money/decimal';
import type { MonthLine } from '../../purchase/month-lines.ts';

/** The identity of a digest's statement, so that it fits no other. */
export interface Digested {
  readonly contractId: string;
  readonly month: string;
  readonly currency: string;
  /** The part of the amount that a marketplace bills. */
  readonly marketplaceMetered?: string;
}

/** Sorts lines by their content and price, independent of the engine's order. */
export function inStatementOrder<L extends MonthLine>(lines: readonly L[]): L[] {
  return lines
    .map((line) => ({ line, key: JSON.stringify(canonicalLine(line)) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => line);
}

/** Returns the statement's exact lines as JSON; their order and trailing zeros do not matter. */
export function canonicalLines(of: Digested, lines: readonly MonthLine[]): string {
  return JSON.stringify([
    ['usance-statement-1', of.contractId, of.month, of.currency, ...meteredPart(of)],
    ...inStatementOrder(lines).map(canonicalLine),
  ]);
}

/** Returns the SHA-256, in hex, of the canonical lines. */
export function statementDigest(of: Digested, lines: readonly MonthLine[]): string {
  return createHash('sha256').update(canonicalLines(of, lines)).digest('hex');
}

/** Without a marketplace's share the digest is the same as before marketplaces existed. */
function meteredPart({ marketplaceMetered = '0' }: Digested): string[] {
  return isZero(marketplaceMetered) ? [] : ['marketplace', exact(marketplaceMetered)];
}

/** Returns the values of a line that its digest covers, in order; only an offer's id may be missing. */
function canonicalLine(line: MonthLine): string[] {
  return [
    line.product,
    line.type,
    line.subType,
    line.billingItem,
    line.cloudProvider,
    line.region,
    line.edition,
    String(line.adjustment),
    exact(line.listPrice),
    line.priceUnit,
    exact(line.discount),
    line.consumptionUnit,
    exact(line.consumption),
    String(line.rows),
    exact(line.amount),
    // Lines without an offer keep the digests from before offers.
    ...(line.offerId === undefined ? [] : [line.offerId]),
  ];
}

function exact(decimal: string): string {
  return formatDecimal(decimal, 12);
}
