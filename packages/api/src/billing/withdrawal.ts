import * as z from 'zod/mini';
import { defineCalls, inPath, moneyWrite } from '../call.ts';
import { holdParams, holds } from '../money/hold.ts';
import { holdReason } from '../money/hold-reason.ts';
import { contractParams, positiveAmount } from '../wire.ts';
import { bank } from './bank.ts';

const { counterpartAccountName, counterpartAccountNumber, counterpartAccountOpeningBank } = bank.record.body.shape;
const write = { ...moneyWrite, method: 'POST', contract: inPath } as const;

/** A withdrawal holds its cash from the beginning until it is completed or cancelled. */
export const withdrawals = defineCalls('bank', {
  beginWithdrawal: {
    ...write,
    moves: 'money',
    path: '/contracts/{id}/withdrawals',
    summary: 'Begin a withdrawal: its cash is held until the withdrawal is completed or cancelled',
    refusals: ['FROZEN_CONFLICT'],
    params: contractParams,
    body: z.strictObject({
      amount: positiveAmount,
      ...holdReason,
      counterpartAccountName,
      counterpartAccountNumber,
      counterpartAccountOpeningBank,
    }),
    reply: holds.hold.reply,
  },
  completeWithdrawal: {
    ...write,
    moves: 'money',
    path: '/contracts/{id}/withdrawals/{holdID}/complete',
    summary:
      'Complete a withdrawal: its cash is paid out. Above the threshold this takes another person than the one who began it',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT', 'SECOND_PERSON_REQUIRED'],
    params: holdParams,
    reply: bank.record.reply,
  },
  cancelWithdrawal: {
    ...write,
    moves: 'money',
    path: '/contracts/{id}/withdrawals/{holdID}/cancel',
    summary: 'Cancel a withdrawal: its cash is free again',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT'],
    params: holdParams,
    body: z.strictObject(holdReason),
    reply: holds.hold.reply,
  },
});
