import type { Contract } from '@usance/api/contract/contract';
import type { FocusReport } from '@usance/api/installation/focus';
import { add, formatDecimal, multiply, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { inStretches } from '#platform/process/stretches.ts';
import type { FocusUsage } from './focus-row.ts';
import type { FocusFile, Note } from './read-focus-file.ts';
import { isSameCost } from './same-cost.ts';

const linesAtOnce = 500;
const mostNotesOfAKind = 1_000;

/**
 * Compares our amounts with the file's own list costs. `amounts` are ours by line; a line without one is excluded, with
 * its reason from `refused` if there is one. Both totals cover the rated rows, with 12 places.
 */
export async function compareCosts(
  contract: Pick<Contract, 'id' | 'commencingOn'>,
  file: FocusFile,
  amounts: ReadonlyMap<number, string>,
  refused: ReadonlyMap<number, Note>,
): Promise<FocusReport> {
  const notes: Note[] = [...file.notes];
  let [rated, agreed] = [0, 0];
  let ours = sum([]);
  let theirs = sum([]);
  for await (const some of inStretches(file.usages, linesAtOnce)) {
    for (const { line, usage } of some) {
      const amount = amounts.get(line);
      if (amount === undefined) {
        notes.push(refused.get(line) ?? notRated(line));
        continue;
      }
      rated += 1;
      ours = add(ours, amount);
      theirs = add(theirs, usage.listCost);
      if (isSameCost(amount, usage.listCost)) agreed += 1;
      else notes.push(difference(line, usage, amount));
    }
  }
  return {
    contractId: contract.id,
    rows: file.rows,
    rated,
    excluded: file.rows - rated,
    agreed,
    disagreed: rated - agreed,
    totalListCost: formatDecimal(roundHalfUp(theirs, 12), 12),
    totalRated: formatDecimal(ours, 12),
    broken: notes.filter(({ kind }) => kind === 'broken').length,
    commencingOn: contract.commencingOn,
    notes: firstOfEachKind(notes.sort((left, right) => left.line - right.line)),
  };
}

/** Limits the notes, since a file may have more than a reply can hold. */
function firstOfEachKind(notes: readonly Note[]): Note[] {
  const counts = new Map<Note['kind'], number>();
  return notes.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= mostNotesOfAKind;
  });
}

function difference(line: number, usage: FocusUsage, amount: string): Note {
  const product = multiply(usage.quantity, usage.unitPrice);
  const ownFault = !isSameCost(product, usage.listCost);
  const their = formatDecimal(usage.listCost);
  return {
    line,
    kind: 'disagreed',
    reason: ownFault ? 'OWN_COST' : 'OUR_AMOUNT',
    message: ownFault
      ? `PricingQuantity × ListUnitPrice is ${amount}, and ListCost says ${their}.`
      : `We rate it at ${amount}, and ListCost says ${their}.`,
  };
}

function notRated(line: number): Note {
  return {
    line,
    kind: 'excluded',
    reason: 'NOT_RATED',
    message: 'It was accepted as usage, but was not rated.',
  };
}
