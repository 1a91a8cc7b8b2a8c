/** Within what a statement is run. */
export interface Bounds {
  /** Aborted when nobody waits for its result any more: then it is given up (ClickHouseUnavailable). */
  readonly gone?: AbortSignal | undefined;
}
