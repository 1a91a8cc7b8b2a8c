import type { CallQuery } from '@usance/api/call';
import type { Voucher, VoucherState, vouchers } from '@usance/api/money/voucher';
import * as m from '../../i18n/messages.gen.ts';
import type { Status } from '../../ui/cell/status-tag.tsx';

/** The state of a voucher. An unbound one is valid, but its days have not begun, so it pays nothing yet. */
export type Fate = VoucherState | 'unbound';

const fateStatus: Readonly<Record<Fate, () => Status>> = {
  unbound: () => ({ tone: 'info', word: m.voucher_state_unbound() }),
  valid: () => ({ tone: 'good', word: m.voucher_state_valid() }),
  redeemed: () => ({ tone: 'quiet', word: m.voucher_state_redeemed() }),
  overdue: () => ({ tone: 'quiet', word: m.voucher_state_overdue() }),
};

export function voucherStatus({ state, boundContractID }: Pick<Voucher, 'state' | 'boundContractID'>): Status {
  return fateStatus[state === 'valid' && boundContractID === null ? 'unbound' : state]();
}

/** Returns the states for a filter. */
export const fates = () => Object.entries(fateStatus).map(([value, status]) => ({ value, label: status().word }));

/** Returns the query for the vouchers of one state. */
export function askedFate(fate: Fate | undefined): Pick<CallQuery<typeof vouchers.list>, 'voucherStates' | 'bound'> {
  if (fate === undefined) return {};
  if (fate === 'unbound') return { voucherStates: 'valid', bound: false };
  return fate === 'valid' ? { voucherStates: fate, bound: true } : { voucherStates: fate };
}
