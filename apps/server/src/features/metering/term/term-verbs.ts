import { compareMonths } from '@usance/period/billing-month';
import type { ReadContext } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Page } from '#platform/postgres/page.ts';
import { invalidParameter, notFound } from '#platform/refusal.ts';
import { type ContractRow, firstMonthOf, monthAt, notBeforeBeginning } from '../../contract/contract/contract.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { beforeContract } from '../closed-month/closed-month.ts';
import { changeVersions } from './change-terms.ts';
import { earlierEnd, earliestOf, isSameTime, latestOf, type TermRow } from './term.ts';
import type { TermQuery } from './term-page.ts';
import type { Given, TermKind, TermWork, Times } from './terms.ts';

interface AskedTimes {
  readonly start?: string | undefined;
  readonly end?: string | null | undefined;
}
interface WithReason {
  readonly reason: string;
}
interface MaybeTemporary {
  readonly temporary?: boolean | undefined;
}

/** The wire form of a version: its own fields and its times. */
type VersionReply<ReplyFields> = ReplyFields & {
  id: string;
  contractId: string;
  start: string;
  end: string | null;
  temporary: boolean;
  reason?: string;
  gmtCreated: string;
};

/** Returns the API verbs of a kind of terms. */
export function termVerbs<Own extends object, Value extends object, ReplyFields extends object>(
  terms: TermKind<Own, Value, ReplyFields>,
) {
  type Row = TermRow & Own;

  /** Only operators see the reason. */
  function replyOf(
    row: Row,
    contract: Pick<ContractRow, 'currency'>,
    forOperators: boolean,
  ): VersionReply<ReplyFields> {
    return {
      id: row.id,
      contractId: row.contract_id,
      ...terms.replyFields(row, contract),
      start: row.effective_from.toISOString(),
      end: row.effective_to?.toISOString() ?? null,
      temporary: row.temporary,
      ...(forOperators ? { reason: row.reason } : {}),
      gmtCreated: row.created_at.toISOString(),
    };
  }

  async function list(
    { db, contract, subject }: ContractReading & Pick<ReadContext, 'subject'>,
    { query }: { query: TermQuery },
  ): Promise<Page<VersionReply<ReplyFields>>> {
    const { items, ...page } = await terms.store.page(db, contract.id, query);
    return { ...page, items: items.map((row) => replyOf(row, contract, subject.kind === 'internal')) };
  }

  async function create(ctx: TermWork, { body }: { body: Value & AskedTimes & MaybeTemporary & WithReason }) {
    const { tx, now, contract } = ctx;
    await terms.hold?.(tx, contract);
    const ground = await terms.ground(ctx);
    const usual = notBeforeBeginning(contract, latestOf([ground.from, now]));
    const temporary = body.temporary ?? false;
    const times = timesOf(contract, body, { start: usual, end: null, temporary });
    if (times.start < ground.from) throw ground.refusal('start');
    const row: Row = {
      ...(await terms.ownOf(ctx, body, undefined, times)),
      contract_id: contract.id,
      id: newId(terms.id),
      effective_from: times.start,
      effective_to: times.end,
      ended_by_next: false,
      temporary,
      reason: body.reason,
      created_at: now,
    };
    const kept = await terms.store.of(tx, contract.id);
    await changeVersions(terms, ctx, kept, { without: [], coming: row, from: times.start });
    return replyOf(row, contract, true);
  }

  async function update(ctx: TermWork, { body }: { body: { id: string } & AskedTimes & WithReason & Given<Value> }) {
    const { tx, contract } = ctx;
    await terms.hold?.(tx, contract);
    const ground = await terms.ground(ctx);
    const kept = await terms.store.of(tx, contract.id);
    const old = kept.find(({ id }) => id === body.id);
    if (!old) throw notFound('TERM_NOT_FOUND');
    // `ended_by_next` marks an end that no caller has set; the next version defines it, wherever this one starts.
    const end = old.ended_by_next && body.start !== undefined ? null : old.effective_to;
    const { temporary } = old;
    const times = timesOf(contract, body, { start: old.effective_from, end, temporary });
    const { id: _, start: _start, end: _end, reason, ...value } = body;
    const own = await terms.ownOf(ctx, body, old, times);
    const row: Row = { ...old, ...own, effective_from: times.start, effective_to: times.end, reason };
    // An end in the request is set by the caller.
    if (body.end !== undefined) row.ended_by_next = false;
    const from = changedFrom(old, row, { own, value });
    if (from && from.at < ground.from) throw ground.refusal(from.field);
    await changeVersions(terms, ctx, kept, { without: [], coming: row, from: from?.at ?? row.effective_from });
    const [after] = (await terms.store.of(tx, contract.id)).filter(({ id }) => id === row.id);
    return replyOf(after ?? row, contract, true);
  }

  async function remove(ctx: TermWork, { query }: { query: { ids: string[] } }) {
    const { tx, contract } = ctx;
    const ids = [...new Set(query.ids)];
    await terms.hold?.(tx, contract);
    const ground = await terms.ground(ctx);
    const kept = await terms.store.of(tx, contract.id);
    const gone = kept.filter(({ id }) => ids.includes(id));
    if (gone.length < ids.length) throw notFound('TERM_NOT_FOUND');
    const from = earliestOf(gone.map(({ effective_from }) => effective_from));
    if (from < ground.from) throw ground.refusal('ids');
    await changeVersions(terms, ctx, kept, { without: ids, from });
    return { deleted: gone.length };
  }

  return { list, create, update, delete: remove };
}

/**
 * Returns the instant from which another version holds, and the request field responsible; undefined if nothing
 * changes.
 */
function changedFrom(
  old: TermRow,
  row: TermRow,
  { own, value }: { own: object; value: object },
): { at: Date; field: string } | undefined {
  const { effective_from: was } = old;
  if (!isSameTime(was, row.effective_from)) return { at: earliestOf([was, row.effective_from]), field: 'start' };
  const known = new Map<string, unknown>(Object.entries(old));
  if (Object.entries(own).some(([column, held]) => known.get(column) !== held))
    return { at: was, field: Object.keys(value)[0] ?? 'id' };
  if (isSameTime(old.effective_to, row.effective_to)) return undefined;
  return { at: earlierEnd(old.effective_to, row.effective_to) ?? was, field: 'end' };
}

/**
 * Returns the requested times, with defaults. 400 if they are reversed, or if a temporary version has no end. 409 if
 * they lie before the contract.
 */
function timesOf(contract: ContractRow, { start, end }: AskedTimes, usual: Times & { temporary: boolean }): Times {
  const times = {
    start: start === undefined ? usual.start : new Date(start),
    end: end === undefined ? usual.end : end === null ? null : new Date(end),
  };
  if (usual.temporary && times.end === null) throw invalidParameter('end', 'A temporary version needs an end.');
  if (times.end && times.end <= times.start)
    throw invalidParameter(end === undefined ? 'start' : 'end', 'The end must lie after the start.');
  if (compareMonths(monthAt(contract, times.start), firstMonthOf(contract)) < 0)
    throw beforeContract(contract, 'start');
  return times;
}
