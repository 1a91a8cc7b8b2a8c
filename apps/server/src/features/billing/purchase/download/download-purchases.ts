import { Readable } from 'node:stream';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { isEmpty } from '@usance/period/range';
import type { ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { tagsOfHours } from '../../../contract/datacloud/tag/tags-of-hours.ts';
import {
  listFilters,
  type PurchaseContext,
  type PurchaseFilters,
  runParams,
  selectPurchases,
  type WindowSelection,
} from '../selection/purchase-selection.ts';
import { hoursUsed } from '../tag/hours-used.ts';
import { refuseLargeLookup } from '../tag/refuse-large-lookup.ts';
import { tagsJsonSql } from '../tag/tags-json.ts';
import { csvCells, csvHead } from './purchase-csv.ts';
import { type RunRows, sortedTogether } from './sorted-together.ts';

/**
 * Streams the rated rows of the range as CSV, filtered like the list, oldest first. Any size takes the memory of one
 * block.
 */
export async function downloadPurchases(
  ctx: PurchaseContext & Pick<ReadContext, 'language'>,
  { query: filters }: { query: PurchaseFilters },
): Promise<FileReply> {
  const selection = await selectPurchases(ctx, filters);
  const tags = tagsJsonSql(await tagsOfHours(ctx.db, ctx.contract.id, await hoursUsed(ctx, selection)));
  refuseLargeLookup(tags, 'download');
  return new FileReply(
    fileName(selection, filters),
    Readable.from(csvOf(ctx, selection, { language: ctx.language, tags }), { objectMode: false }),
  );
}

/** Reads a few days at a time: each run is stored in the wanted order, so only short days need sorting. */
async function* csvOf(ctx: PurchaseContext, selection: WindowSelection, cells: Parameters<typeof csvCells>[0]) {
  const { contract, params, where } = selection;
  const sql = `SELECT ${csvCells(cells)} FROM purchase WHERE ${where} ORDER BY bill_at, usage_id, source, slice_no`;
  const rowsOf = (runs: readonly RunRows[]) =>
    ctx.clickhouse.stream(sql, { ...params, ...runParams(contract.id, runs), currency: contract.currency }, 'CSV');
  const [first, ...others] = sortedTogether(await runsAsked(ctx, selection));
  // Waits for the first rows: until then the reply can still be a refusal.
  const firstRows = first && (await rowsOf(first));
  yield csvHead(cells.language);
  if (firstRows) yield* firstRows;
  for (const runs of others) yield* await rowsOf(runs);
}

/** Returns the runs of the range in order of day, with the number of their matching rows. */
async function runsAsked({ clickhouse }: PurchaseContext, selection: WindowSelection): Promise<readonly RunRows[]> {
  const { runs, where, params, knownCount } = selection;
  if (runs.length === 0 || knownCount !== undefined) return runs.map(({ runNo, slices }) => ({ runNo, rows: slices }));
  const sql = `SELECT run_no, count() AS total FROM purchase WHERE ${where} GROUP BY run_no`;
  const counted = await clickhouse.query<{ run_no: string; total: string }>(sql, params);
  const totals = new Map(counted.map(({ run_no, total }) => [run_no, BigInt(total)]));
  return runs.map(({ runNo }) => ({ runNo, rows: totals.get(String(runNo)) ?? 0n }));
}

/** Names the file by contract, range and filters, so that a saved file says what it contains. */
function fileName({ contract, window, zone }: WindowSelection, filters: PurchaseFilters): string {
  const last = isEmpty(window) ? window.start : instantOfEpochMs(window.end - 1);
  const parts = [contract.tags, dayOf(window.start, zone), dayOf(last, zone), ...spelt(filters)];
  return `${parts.join('_')}.csv`;
}

/** Returns a filter's values, or their number if the file name would get too long. */
function spelt(filters: PurchaseFilters): string[] {
  const lists = [...listFilters, 'tag' as const].flatMap((name) => {
    const values = filters[name] ?? [];
    const text = values.join('+');
    if (values.length === 0) return [];
    return [text.length > 0 && text.length <= 24 ? text : `${values.length}-${name}`];
  });
  return filters.includeZeroAmount ? lists : [...lists, 'not-0'];
}
