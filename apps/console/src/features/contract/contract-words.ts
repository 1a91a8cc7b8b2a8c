import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import * as m from '../../i18n/messages.gen.ts';
import type { Tone } from '../../ui/cell/status-tag.tsx';
import { formatDay } from '../../ui/format/dates.ts';

export const buyerTypeWord: Readonly<Record<Contract['buyerType'], () => string>> = {
  E: m.contract_buyer_enterprise,
  P: m.contract_buyer_person,
};

export const serviceTypeWord: Readonly<Record<Contract['serviceType'], string>> = { saas: 'SaaS', byoc: 'BYOC' };

export const contractStateTone: Readonly<Record<Contract['state'], Tone>> = {
  Active: 'good',
  Approved: 'info',
  Draft: 'quiet',
  Dropped: 'quiet',
  End: 'quiet',
  Invalid: 'bad',
  LegalAudit: 'info',
  Renewed: 'quiet',
  Signing: 'info',
};

export const contractStateWord: Readonly<Record<Contract['state'], () => string>> = {
  Active: m.contract_state_active,
  Approved: m.contract_state_approved,
  Draft: m.contract_state_draft,
  Dropped: m.contract_state_dropped,
  End: m.contract_state_end,
  Invalid: m.contract_state_invalid,
  LegalAudit: m.contract_state_legal_audit,
  Renewed: m.contract_state_renewed,
  Signing: m.contract_state_signing,
};

/** Returns the day on which a contract began, in its billing zone. */
export function signedOn({ commencingOn, billingZone }: Contract): string {
  return formatDay(dayOf(instant(commencingOn), billingZone));
}
