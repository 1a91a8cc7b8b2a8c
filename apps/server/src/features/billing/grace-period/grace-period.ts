import { type GracePeriod, gracePeriodId } from '@usance/api/billing/grace-period';
import { invalidParameter } from '#platform/refusal.ts';
import type { TermKind } from '../../metering/term/terms.ts';
import { afterLastCheck } from '../account-period/after-last-check.ts';
import { usualTerms } from '../account-period/rule/account-terms.ts';
import { type GracePeriodColumns, gracePeriodStore } from './grace-period-store.ts';

type Value = Pick<GracePeriod, 'graceDays' | 'extensionDays' | 'suspensionDays' | 'backupDays'>;

/** The day counts of a late payer as account terms, so that the account period follows each change at once. */
export const gracePeriodTerms: TermKind<GracePeriodColumns, Value, Value> = {
  id: gracePeriodId,
  store: gracePeriodStore,
  ownOf: (_, given, kept) => {
    const { grace, extension, suspension, backup } = usualTerms.dayCounts;
    const own = {
      grace_days: given.graceDays ?? kept?.grace_days ?? grace,
      extension_days: given.extensionDays ?? kept?.extension_days ?? extension,
      suspension_days: given.suspensionDays ?? kept?.suspension_days ?? suspension,
      backup_days: given.backupDays ?? kept?.backup_days ?? backup,
    };
    if (own.suspension_days < own.extension_days)
      throw invalidParameter('suspensionDays', 'Must not be less than extensionDays.');
    if (own.backup_days < own.suspension_days)
      throw invalidParameter('backupDays', 'Must not be less than suspensionDays.');
    return own;
  },
  replyFields: (row) => ({
    graceDays: row.grace_days,
    extensionDays: row.extension_days,
    suspensionDays: row.suspension_days,
    backupDays: row.backup_days,
  }),
  keyOf: () => '',
  ground: afterLastCheck,
};
