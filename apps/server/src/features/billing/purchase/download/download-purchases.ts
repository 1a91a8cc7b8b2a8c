import { Readable } from 'node:stream';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { isEmpty } from '@usance/period/range';
import type { ReadContext } from '../../../../platform/context/context.ts';
import type { Language } from '../../../../platform/context/language.ts';
import { FileReply } from '../../../../platform/http/calls/file-reply.ts';
import type { LiveRun } from '../../../metering/billing-day/live-runs.ts';
import {
  listFilters,
  type PurchaseContext,
  type PurchaseFilters,
  type PurchaseSelection,
  runParams,
  selectPurchases,
} from '../selection/purchase-selection.ts';
import { csvCells, csvHead } from './purchase-csv.ts';

/** Every rated row of the range as CSV, filtered like the list, oldest first; of any size, in the memory of a block. */
export async function downloadPurchases(
  ctx: PurchaseContext & Pick<ReadContext, 'language'>,
  { query: filters }: { query: PurchaseFilters },
): Promise<FileReply> {
  const selection = await selectPurchases(ctx, filters);
  return new FileReply(
    fileName(selection, filters),
    Readable.from(csvOf(ctx, selection, ctx.language), { objectMode: false }),
  );
}

/** Day by day, because the rows of one run are stored in the order that is wanted: nothing has to be sorted. */
async function* csvOf(ctx: PurchaseContext, selection: PurchaseSelection, language: Language) {
  const { contract, params, runs, where } = selection;
  const sql = `SELECT ${csvCells} FROM purchase WHERE ${where} ORDER BY bill_at, usage_id, source, slice_no`;
  const rowsOf = (run: LiveRun) =>
    ctx.clickhouse.stream(sql, { ...params, ...runParams(contract.id, [run]), currency: contract.currency }, 'CSV');
  const [first, ...others] = runs;
  // Nothing is told before the first rows are there: until then the reply can still be a refusal.
  const firstRows = first && (await rowsOf(first));
  yield csvHead(language);
  if (firstRows) yield* firstRows;
  for (const run of others) yield* await rowsOf(run);
}

/** Contract, range and filters: of a file that was kept, the name is all that says what is in it. */
function fileName({ contract, window, zone }: PurchaseSelection, filters: PurchaseFilters): string {
  const last = isEmpty(window) ? window.start : instantOfEpochMs(window.end - 1);
  const parts = [contract.tags, dayOf(window.start, zone), dayOf(last, zone), ...spelt(filters)];
  return `${parts.join('_')}.csv`;
}

/** A filter by its values, or by how many there are where these would make a name that no disk takes. */
function spelt(filters: PurchaseFilters): string[] {
  const lists = listFilters.flatMap((name) => {
    const values = filters[name] ?? [];
    const text = values.join('+');
    if (values.length === 0) return [];
    return [text.length > 0 && text.length <= 24 ? text : `${values.length}-${name}`];
  });
  return filters.includeZeroAmount ? lists : [...lists, 'not-0'];
}
