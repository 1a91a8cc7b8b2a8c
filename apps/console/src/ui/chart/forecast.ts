/** What may still come, with the band it may come in; never part of a sum. */
export interface Forecast {
  /** The point the forecast starts from, with its actual amount. */
  fromPoint: number;
  /** One for each point after `fromPoint`. */
  values: readonly string[];
  low: readonly string[];
  high: readonly string[];
}
