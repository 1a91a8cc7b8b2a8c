import * as z from 'zod/mini';
import { lines } from './wire.ts';

/** Why people hold cash, let it go or pay it out. */
const holdReasonCode = z.enum(['customerRequest', 'disputeSettled', 'legalOrder', 'mistake', 'closure', 'other']);
export type HoldReasonCode = z.output<typeof holdReasonCode>;

/** Both are given whenever people move held cash. */
export const holdReason = { reasonCode: holdReasonCode, reason: lines(500) };

/** The reason as a reply tells it; null where nobody gave one. */
export const toldHoldReason = { reasonCode: z.nullable(holdReasonCode), reason: z.nullable(z.string()) };
