import { isLost } from '../../metering/usage/mending/lost-batches.ts';
import type { WrongBatch } from '../../metering/usage/mending/wrong-batches.ts';

/** The fault of a batch that could not be stored as acknowledged, with the remedy, in one sentence. */
export function missingBatchText(batch: WrongBatch): string {
  const { rows, stored, areOthers, again, isKept } = batch;
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
    : `nothing is kept of them: ${whatHelps(batch, isDoubled)}`;
  return `${there}${sentAgain}, and ${kept}`;
}

/** Lost usage (see isLost in metering) is stored again when its meter sends it again. */
function whatHelps(batch: WrongBatch, isDoubled: boolean): string {
  const putBack = `put back a ${isDoubled ? 'copy of the usage database that has each once' : 'newer copy of the usage database'}`;
  if (!isLost(batch)) return putBack;
  return `have their meter send ${isDoubled ? 'all of them' : 'them'} again, or ${putBack}`;
}
