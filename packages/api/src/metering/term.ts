import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import type { Reason } from '../reason.ts';
import { needs } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
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
} from '../wire.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The type of `idOf`. */
type Id = IdSchema & z.ZodMiniType<string, string>;

interface TermNoun<
  I extends Id,
  Value extends Shape,
  ReplyFields extends Shape,
  Access extends object,
  Held extends object,
> {
  readonly id: I;
  readonly path: `/contracts/{id}/${string}`;
  /** The noun in the summaries of its calls: `a credit limit`, `credit limits`. */
  readonly words: readonly [one: string, many: string];
  /** Its versions are fixed once they have begun, or in signed months only. */
  readonly fixed: 'once begun' | 'in signed months';
  /** The request fields of a version beside its times: all for a new one, the changed ones for an update. */
  readonly value: Value;
  /** The reply fields. */
  readonly replyFields: ReplyFields;
  /** The access rule for reads. */
  readonly access: Access;
  /** The lock that its changes need. */
  readonly held: Held;
  /** The reasons of refusals, in addition to those of all terms. */
  readonly refusals: readonly Reason[];
}

/**
 * Defines the calls of terms that hold for a time: versions over [start, end), without overlaps except for temporary
 * ones. Of a version that is `fixed: 'once begun'`, only the end changes then, to a future instant.
 */
export function defineTerms<
  const Name extends string,
  I extends Id,
  const Value extends Shape,
  const ReplyFields extends Shape,
  const Access extends object,
  const Held extends object,
>(
  name: Name,
  { id, path, words, fixed, value, replyFields, access, held, refusals }: TermNoun<I, Value, ReplyFields, Access, Held>,
) {
  const [one, many] = words;
  const isFixedOnceBegun = fixed === 'once begun';
  const version = z.object({
    id,
    contractId,
    ...replyFields,
    start: instantText,
    end: z.nullable(instantText),
    /** True if it interrupts the version around it, which continues afterwards. */
    temporary: z.boolean(),
    /** The reason, for operators only. */
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
        /** The versions in force at an instant. */
        at: z.optional(sensibleInstant),
      }),
      reply: paged(version),
    },
    create: {
      ...write,
      method: 'POST',
      summary: `Create ${one}; without an end it ends the previous open one where it begins`,
      refusals: ['MONTH_BEFORE_CONTRACT', 'TERM_CONFLICT', ...refusals],
      body: z.strictObject({
        ...value,
        /** Default: now, or the beginning of the contract. */
        start: z.optional(sensibleInstant),
        /** Default: until the next one begins. */
        end: z.optional(z.nullable(sensibleInstant)),
        /** True to interrupt other versions until its end. Without it, a version within another one is refused. */
        temporary: z.optional(z.boolean(needs('flag'))),
        reason: lines(500),
      }),
      reply: version,
    },
    update: {
      ...write,
      method: 'PUT',
      summary: `Change ${one}: its end, and other fields ${isFixedOnceBegun ? 'before it begins' : 'in open months'}; absent fields keep their values`,
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
      summary: `Delete ${many} ${isFixedOnceBegun ? 'that have not begun' : 'of open months'}, all or none`,
      refusals: ['TERM_NOT_FOUND', ...refusals],
      query: z.strictObject({ ids: idsOf(id), reason: optionalLines(500) }),
      reply: z.object({ deleted: z.int() }),
    },
  });
}
