import { type BillingZone, offsetMs } from '@usance/period/zone';

/** ClickHouse SQL for the billing day of an hour, for example of the column `bill_at`. Agrees with `dayOf`. */
export function billingDaySql(hour: string, zone: BillingZone): string {
  return `toDate(${hour} + toIntervalSecond(${offsetMs(zone) / 1_000}))`;
}
