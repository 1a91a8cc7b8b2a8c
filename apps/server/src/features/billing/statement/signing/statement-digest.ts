import { createHash } from 'node:crypto';
import { formatDecimal, isZero } from '@usance/money/decimal';
import type { MonthLine } from '../../purchase/month-lines.ts';

/** Which statement a digest is of, so that one cannot pass for another. */
export interface Digested {
  readonly contractId: string;
  readonly month: string;
  readonly currency: string;
  /** What of its amount a marketplace bills. */
  readonly marketplaceMetered?: string;
}

/** Statement order: by what a line is of, then by its price; the same whatever order an engine gives them in. */
export function inStatementOrder<L extends MonthLine>(lines: readonly L[]): L[] {
  return lines
    .map((line) => ({ line, key: JSON.stringify(canonicalLine(line)) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => line);
}

/** SHA-256, in hex, over the statement's exact lines; their order and their decimals' trailing zeros do not matter. */
export function statementDigest(of: Digested, lines: readonly MonthLine[]): string {
  const canonical = [
    ['usance-statement-1', of.contractId, of.month, of.currency, ...meteredPart(of)],
    ...inStatementOrder(lines).map(canonicalLine),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** Statements of which no marketplace bills anything have the digest that they had before there were any. */
function meteredPart({ marketplaceMetered = '0' }: Digested): string[] {
  return isZero(marketplaceMetered) ? [] : ['marketplace', exact(marketplaceMetered)];
}

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
    // Statements from before offers keep their digests.
    ...(line.offerId === undefined ? [] : [line.offerId]),
  ];
}

function exact(decimal: string): string {
  return formatDecimal(decimal, 12);
}
