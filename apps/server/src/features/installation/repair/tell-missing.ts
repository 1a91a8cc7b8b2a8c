import type { WrongBatch } from '../../metering/usage/mending/wrong-batches.ts';

/** What is wrong with a batch that could not be stored as it was acknowledged, and what helps: one sentence. */
export function tellMissing({ month, rows, stored, areOthers, again, isKept }: WrongBatch): string {
  const wanted = rows - again;
  if (stored > wanted && again > 0 && !isKept) {
    return `${stored} rows are there where ${wanted} should be, since ${again} of its ${rows} records were sent again and are of other batches: once those are there, a repair drops them here`;
  }
  const isDoubled = stored > wanted || areOthers;
  const there = isDoubled
    ? `${stored} rows are there of its ${rows} records`
    : `${stored} of its ${rows} records are there`;
  const sentAgain = again === 0 ? '' : `, ${again} were sent again and are of other batches`;
  const kept = isKept
    ? 'they are kept, and could not be stored again'
    : `nothing is kept of them: ${isDoubled ? 'put back a copy of the usage database that has each once' : whatHelps(stored, month)}`;
  return `${there}${sentAgain}, and ${kept}`;
}

/** Only what is lost as a whole, since batches are named by keys, is stored again when it is sent again. */
function whatHelps(stored: number, month: string | null): string {
  const putBack = 'put back a newer copy of the usage database';
  return stored === 0 && month !== null ? `have their meter send them again, or ${putBack}` : putBack;
}
