import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { needs, says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
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
  replyMultiplier,
  sensibleInstant,
  wholeNumber,
} from '../wire.ts';

export const tieredRateId = idOf('tr');

/** One tier of the month's amount at item prices, with the share of it to pay. */
export const tierTerms = z.object({
  /** From 1. */
  tierLevel: z.int(),
  /** In the contract's currency. */
  minThreshold: z.string(),
  /** Exclusive; -1 means no upper limit. */
  maxThreshold: z.string(),
  /** A price multiplier: 0.85 means pay 85 %. */
  discountRate: replyMultiplier,
});
export type TierTerms = z.output<typeof tierTerms>;

const tieredRate = z.object({
  id: tieredRateId,
  contractId,
  /** `graduated`: each part of the month's amount is charged at its own tier. */
  tierMode: z.enum(['graduated']),
  /** The origin of the tiers: the contract, or the offer with this `id`. */
  source: z.object({ kind: z.enum(['contract', 'offer']), id: z.nullable(z.string()) }),
  /** The requested time. The tiers at the start of an hour hold for the whole hour. */
  effectiveFrom: instantText,
  effectiveTo: z.nullable(instantText),
  /** True if they interrupt the tiers around them, which continue afterwards. */
  temporary: z.boolean(),
  tiers: z.array(tierTerms),
  gmtCreated: instantText,
});
export type TieredRate = z.output<typeof tieredRate>;

const amountText = '(0|[1-9]\\d{0,13})(\\.\\d{1,8})?';
const threshold = (pattern: string) =>
  z.string(needs('decimalString')).check(z.regex(new RegExp(`^${pattern}$`), says('signedDecimal', { places: 8 })));

export const tierRequest = z.strictObject({
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
    summary: 'Set tiers of the month’s amount from an instant on; without an end they end earlier open ones',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT'],
    body: z.strictObject({
      effectiveFrom: sensibleInstant,
      effectiveTo: z.optional(sensibleInstant),
      /** True to interrupt other tiers until their end. Without it, tiers within others are refused. */
      temporary: z.optional(z.boolean(needs('flag'))),
      tiers: z.array(tierRequest).check(z.minLength(1), z.maxLength(50)),
      reason,
    }),
    reply: tieredRate,
  },
  update: {
    ...write,
    locks: 'contract',
    method: 'PUT',
    summary: 'Set or remove the end of tiers, after the signed months',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT', 'TIER_NOT_FOUND'],
    body: z.strictObject({ id: tieredRateId, effectiveTo: z.nullable(sensibleInstant), reason }),
    reply: tieredRate,
  },
  delete: {
    ...write,
    locks: 'contract',
    method: 'DELETE',
    summary: 'Delete tiers that have not begun, all or none; the tiers that they had ended continue',
    refusals: ['MONTH_SIGNED', 'TIER_CONFLICT', 'TIER_NOT_FOUND'],
    query: z.strictObject({ ids: idsOf(tieredRateId), reason: optionalLines(500) }),
    reply: z.object({ deleted: z.int() }),
  },
});
