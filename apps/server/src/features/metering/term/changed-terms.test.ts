import { discounts } from '@usance/api/metering/discount';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyTerms } from './verify-terms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
});
afterAll(async () => {
  expect(await verifyTerms(app.deps.db)).toEqual([]);
  await app.close();
});

const lastDay = 12;
const days = Array.from({ length: lastDay }, (_, index) => index + 1);
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;

/** A requested version. `end` is null if no call has set one. */
interface Asked {
  readonly id: string;
  readonly start: number;
  readonly end: number | null;
  readonly temporary: boolean;
}

/** The temporary version of the day, otherwise the last one that has begun, unless a call has ended it. */
function heldOn(asked: readonly Asked[], day: number): string | undefined {
  const begun = asked.filter(({ start }) => start <= day).toSorted((a, b) => b.start - a.start);
  const holds = ({ end }: Asked) => end === null || day < end;
  const last = begun.find(({ temporary }) => !temporary);
  return (begun.find((each) => each.temporary && holds(each)) ?? (last && holds(last) ? last : undefined))?.id;
}
const heldOf = (asked: readonly Asked[]) => days.map((day) => heldOn(asked, day));

/** True if the new version fits. An open version yields only to another open one. */
function hasRoom(asked: readonly Asked[], { start, end, temporary }: Omit<Asked, 'id'>): boolean {
  const beside = asked.filter((each) => each.temporary === temporary).toSorted((a, b) => a.start - b.start);
  if (beside.some((each) => each.start === start)) return false;
  const before = beside.findLast((each) => each.start < start);
  const after = beside.find((each) => each.start > start);
  const outlives = before && heldOn([before], start) !== undefined;
  if (end === null) return !(outlives && before.end !== null) && !(after && after.end !== null);
  return !outlives && !(after && after.start < end);
}

/** The reply, or null if the call was refused with 400 or 409. */
const unlessRefused = async <T>(reply: Promise<T>): Promise<T | null> =>
  reply.catch((error: unknown) => {
    if (error instanceof Error && /was refused: 4(00|09) /.test(error.message)) return null;
    throw error;
  });

const day = fc.integer({ min: 1, max: lastDay });
const end = fc.option(fc.integer({ min: 2, max: lastDay + 1 }));
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), start: day, end, temporary: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(), start: day }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(), end }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('terms that are created, changed and deleted in any order', () => {
  it('hold at every instant as requested, and no version is lost unless a call named it', async () => {
    const caller = internalCaller(app);
    const changed = async (id: string, asked: readonly Asked[], taken: Step): Promise<readonly Asked[]> => {
      const params = { id };
      if (taken.kind === 'create') {
        const { start, end: to, temporary } = taken;
        const isSound = to === null ? !temporary : to > start;
        const times = { start: at(start), end: to === null ? null : at(to), temporary };
        const body = { zhekou: '0.5', ...times, reason: 'As agreed' };
        const made = await unlessRefused(caller.call(discounts.create, { params, body }));
        expect(made !== null).toBe(isSound && hasRoom(asked, taken));
        return made === null ? asked : [...asked, { id: made.id, start, end: to, temporary }];
      }
      const named = asked[taken.which % asked.length];
      if (!named) return asked;
      const others = asked.filter((each) => each !== named);
      if (taken.kind === 'delete') {
        await caller.call(discounts.delete, { params, query: { ids: [named.id] } });
        return others;
      }
      const other = taken.kind === 'move' ? { start: taken.start } : { end: taken.end };
      const [start, to] = [other.start, other.end].map((each) => (typeof each === 'number' ? at(each) : each));
      const body = {
        id: named.id,
        ...(start ? { start } : {}),
        ...(to === undefined ? {} : { end: to }),
        reason: 'Else',
      };
      const made = await unlessRefused(caller.call(discounts.update, { params, body }));
      return made === null ? asked : [...others, { ...named, ...other }];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const { id } = await contract(app);
        const params = { id };
        let asked: readonly Asked[] = [];
        for (const taken of steps) {
          const before = asked;
          asked = await changed(id, asked, taken);
          const named = asked.length === before.length ? before.find((each) => !asked.includes(each)) : undefined;
          const gone = before.find((each) => !asked.some((left) => left.id === each.id));
          const [was, is] = [heldOf(before), heldOf(asked)];
          const lost = was.filter((held, index) => held && is[index] === undefined && held !== (named ?? gone)?.id);
          expect(lost).toEqual([]);
        }
        const listed = await Promise.all(
          days.map((each) => caller.call(discounts.list, { params, query: { at: at(each) } })),
        );
        expect(listed.map(({ items }) => items.map((item) => item.id))).toEqual(
          heldOf(asked).map((held) => (held === undefined ? [] : [held])),
        );
      }),
      { numRuns: 40 },
    );
  });
});
