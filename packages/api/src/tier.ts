import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import { needs, says } from './rule.ts';
import { sortedBy } from './sorted.ts';
import {
  contractId,
  contractParams,
  idOf,
  idsOf,
  instantText,
  lines,
  multiplier,
  optionalLines,
  paged,
  paging,
  sensibleInstant,
  toldMultiplier,
  wholeNumber,
} from './wire.ts';

export const tieredRateId = idOf('tr');

/** What a contract pays of what item prices come to, by how much its month has come to before. */
export const tierTerms = z.object({
  /** From 1. */
  tierLevel: z.int(),
  /** In the contract's currency. */
  minThreshold: z.string(),
  /** Exclusive; -1 is no upper limit. */
  maxThreshold: z.string(),
  /** A price multiplier: 0.85 means pay 85 %. */
  discountRate: toldMultiplier,
});
export type TierTerms = z.output<typeof tierTerms>;

const tieredRate = z.object({
  id: tieredRateId,
  contractId,
  /** Each stretch of the month's amount is charged at the tier that it lies in. */
  tierMode: z.enum(['graduated']),
  /** What it was agreed in: the contract, or the offer that `id` names. */
  source: z.object({ kind: z.enum(['contract', 'offer']), id: z.nullable(z.string()) }),
  /** As it was given; what holds at the start of an hour holds for all of it. */
  effectiveFrom: instantText,
  effectiveTo: z.nullable(instantText),
  /** They hold in place of those that they lie in, which go on afterwards. */
  temporary: z.boolean(),
  tiers: z.array(tierTerms),
  gmtCreated: instantText,
});
export type TieredRate = z.output<typeof tieredRate>;

const amountText = '(0|[1-9]\\d{0,13})(\\.\\d{1,8})?';
const threshold = (pattern: string) =>
  z.string(needs('decimalString')).check(z.regex(new RegExp(`^${pattern}$`), says('signedDecimal', { places: 8 })));

export const askedTier = z.strictObject({
  tierLevel: wholeNumber(1, 50),
  minThreshold: threshold(amountText),
  maxThreshold: threshold(`(-1|${amountText})`),
  discountRate: multiplier,
});

const path = '/contracts/{id}/tiers';
const of = { path, contract: inPath, params: contractParams } as const;
const write = { ...of, internal: 'price.write', admission: 'write' } as const;
const reason = lines(500);

export const tiers = defineCalls('tier', {
  list: {
    ...of,
    method: 'GET',
    internal: 'read',
    admission: 'read',
    summary: 'The tiered rates of a contract, the newest first',
    query: z.strictObject({ ...paging, ...sortedBy('effectiveFrom', 'gmtCreated') }),
    reply: paged(tieredRate),
  },
  create: {
    ...write,
    locks: 'contract',
    method: 'POST',
    summary:
      'Agree on tiers of the month’s amount from an instant on; without an end they end the open ones before there',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT'],
    body: z.strictObject({
      effectiveFrom: sensibleInstant,
      effectiveTo: z.optional(sensibleInstant),
      /** They hold in place of others until their end, which go on afterwards. Without this, tiers inside others are refused. */
      temporary: z.optional(z.boolean(needs('flag'))),
      tiers: z.array(askedTier).check(z.minLength(1), z.maxLength(50)),
      reason,
    }),
    reply: tieredRate,
  },
  update: {
    ...write,
    locks: 'contract',
    method: 'PUT',
    summary: 'Set or lift the end of tiers; no signed month has used what changes',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT', 'TIER_NOT_FOUND'],
    body: z.strictObject({ id: tieredRateId, effectiveTo: z.nullable(sensibleInstant), reason }),
    reply: tieredRate,
  },
  delete: {
    ...write,
    locks: 'contract',
    method: 'DELETE',
    summary: 'Take back tiers that have not begun, all or none; those that they ended go on',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT', 'TIER_NOT_FOUND'],
    query: z.strictObject({ ids: idsOf(tieredRateId), reason: optionalLines(500) }),
    reply: z.object({ deleted: z.int() }),
  },
});
