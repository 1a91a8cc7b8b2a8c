import type { HoldCause } from '@usance/api/money/hold';
import * as m from '../../i18n/messages.gen.ts';

/** The words for the causes of holds. */
export const holdCauseWord: Readonly<Record<HoldCause, () => string>> = {
  dispute: m.frozen_cause_dispute,
  manual: m.frozen_cause_manual,
  withdrawal: m.frozen_cause_withdrawal,
  preAuthorization: m.frozen_cause_pre_authorization,
  correction: m.frozen_cause_correction,
};
