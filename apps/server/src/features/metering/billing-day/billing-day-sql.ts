import { type BillingZone, offsetMs } from '@usance/period/zone';

/** SQL of the usage database: the billing day that an hour lies in, say of the column `bill_at`, as `dayOf` answers it. */
export function billingDaySql(hour: string, zone: BillingZone): string {
  return `toDate(${hour} + toIntervalSecond(${offsetMs(zone) / 1_000}))`;
}
