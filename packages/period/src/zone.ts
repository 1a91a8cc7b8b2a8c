/** The zone of a contract's days and months. Neither zone has daylight saving, so a day always has 24 hours. */
export type BillingZone = 'UTC' | 'Asia/Shanghai';

/** A contract's currency determines its zone. */
export function billingZoneOf(currency: 'USD' | 'CNY'): BillingZone {
  return currency === 'CNY' ? 'Asia/Shanghai' : 'UTC';
}

/** Milliseconds by which the zone is ahead of UTC. */
export function offsetMs(zone: BillingZone): number {
  return zone === 'Asia/Shanghai' ? 8 * 3_600_000 : 0;
}
