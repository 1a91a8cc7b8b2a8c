import * as z from 'zod/mini';
import { lines } from '../wire.ts';

/** The reasons of people for holding, releasing or paying out cash. */
const holdReasonCode = z.enum(['customerRequest', 'disputeSettled', 'legalOrder', 'mistake', 'closure', 'other']);
export type HoldReasonCode = z.output<typeof holdReasonCode>;

/** Both are needed whenever people move held cash. */
export const holdReason = { reasonCode: holdReasonCode, reason: lines(500) };

/** The reason in replies; null if none was given. */
export const holdReasonReply = { reasonCode: z.nullable(holdReasonCode), reason: z.nullable(z.string()) };
