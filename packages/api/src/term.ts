import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import type { Reason } from './reason.ts';
import { needs } from './rule.ts';
import { sortedBy } from './sorted.ts';
import {
  contractId,
  contractParams,
  type IdSchema,
  idsOf,
  instantText,
  lines,
  optionalLines,
  paged,
  paging,
  sensibleInstant,
} from './wire.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** As idOf makes it. */
type Id = IdSchema & z.ZodMiniType<string, string>;

interface TermNoun<I extends Id, Value extends Shape, Told extends Shape, Access extends object, Held extends object> {
  readonly id: I;
  readonly path: `/contracts/{id}/${string}`;
  /** What it is called in the summaries of its calls: `a credit limit`, `credit limits`. */
  readonly words: readonly [one: string, many: string];
  /** What is asked of a version beside its times: all of it to make one, what differs to change one. */
  readonly value: Value;
  /** What is told of it. */
  readonly told: Told;
  /** Who may read it. */
  readonly access: Access;
  /** How its changes hold the contract. */
  readonly held: Held;
  /** What its changes are refused with beside what all terms are refused with. */
  readonly refusals: readonly Reason[];
}

/**
 * The calls of terms that hold for a time: versions over [start, end), no two at once but for temporary ones. What has passed stays as it was: of a
 * version that has begun only the end changes, to an instant that is to come.
 */
export function defineTerms<
  const Name extends string,
  I extends Id,
  const Value extends Shape,
  const Told extends Shape,
  const Access extends object,
  const Held extends object,
>(name: Name, { id, path, words, value, told, access, held, refusals }: TermNoun<I, Value, Told, Access, Held>) {
  const [one, many] = words;
  const version = z.object({
    id,
    contractId,
    ...told,
    start: instantText,
    end: z.nullable(instantText),
    /** It holds in place of the version that it lies in, which goes on afterwards. */
    temporary: z.boolean(),
    /** Why, for the platform's people alone. */
    reason: z.optional(z.string()),
    gmtCreated: instantText,
  });
  const write = {
    ...held,
    internal: 'contract.write',
    admission: 'write',
    path,
    contract: inPath,
    params: contractParams,
  } as const;
  return defineCalls(name, {
    list: {
      ...access,
      method: 'GET',
      internal: 'read',
      contract: inPath,
      admission: 'read',
      path,
      summary: `The ${many} of a contract, the latest first`,
      params: contractParams,
      query: z.strictObject({
        ...paging,
        ...sortedBy('start', 'gmtCreated'),
        /** Those that hold at an instant. */
        at: z.optional(sensibleInstant),
      }),
      reply: paged(version),
    },
    create: {
      ...write,
      method: 'POST',
      summary: `Agree on ${one}; one without an end makes the one before it end where it begins`,
      refusals: ['MONTH_BEFORE_CONTRACT', 'TERM_CONFLICT', ...refusals],
      body: z.strictObject({
        ...value,
        /** Now when absent, or when the contract begins. */
        start: z.optional(sensibleInstant),
        /** Until the next one, when absent. */
        end: z.optional(z.nullable(sensibleInstant)),
        /**
         * It holds in place of other versions until its end, and they go on afterwards. Without this a version that lies
         * inside another one is refused.
         */
        temporary: z.optional(z.boolean(needs('flag'))),
        reason: lines(500),
      }),
      reply: version,
    },
    update: {
      ...write,
      method: 'PUT',
      summary: `Change ${one}: its end, and the rest while it has not begun; what is absent stays`,
      refusals: ['MONTH_BEFORE_CONTRACT', 'TERM_CONFLICT', 'TERM_NOT_FOUND', ...refusals],
      body: z.extend(z.partial(z.strictObject(value)), {
        id,
        start: z.optional(sensibleInstant),
        end: z.optional(z.nullable(sensibleInstant)),
        reason: lines(500),
      }),
      reply: version,
    },
    delete: {
      ...write,
      method: 'DELETE',
      summary: `Take back ${many} that have not begun, all or none`,
      refusals: ['TERM_NOT_FOUND', ...refusals],
      query: z.strictObject({ ids: idsOf(id), reason: optionalLines(500) }),
      reply: z.object({ deleted: z.int() }),
    },
  });
}
