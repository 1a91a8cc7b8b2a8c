/** Where a contract's days and months begin. Neither zone has daylight saving, so a day is always 24 hours. */
export type BillingZone = 'UTC' | 'Asia/Shanghai';

/** A contract bills in the zone of its currency. */
export function billingZoneOf(currency: 'USD' | 'CNY'): BillingZone {
  return currency === 'CNY' ? 'Asia/Shanghai' : 'UTC';
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
export function offsetMs(zone: BillingZone): number {
  return zone === 'Asia/Shanghai' ? 8 * 3_600_000 : 0;
}
