import { availableParallelism } from 'node:os';
import type { ClickHouseSettings } from '@clickhouse/client';

/** Resources that one statement may take of the usage database. The engine ends a statement that exceeds them. */
export interface QueryLimits {
  /** Seconds until its first row, or until the last if it answers as a whole. */
  readonly seconds: number;
  /** Seconds until its last row if rows stream, at the pace of the reader. */
  readonly streamSeconds: number;
  readonly memoryMiB: number;
  /** The share of the engine's memory that it may take at most, where that memory is known. */
  readonly partOfMemory?: number;
  /** The number of threads; by default the number of cores. */
  readonly threads?: number;
}

/** The purpose of a statement. */
export type QueryKind = 'read' | 'export' | 'rating' | 'intake' | 'upkeep';

const halfOfCores = Math.ceil(availableParallelism() / 2);

export const limitsOf: Readonly<Record<QueryKind, QueryLimits>> = {
  /** A page, a list, an analysis: a user waits for it. */
  read: { seconds: 30, streamSeconds: 600, memoryMiB: 256, partOfMemory: 1 / 4, threads: halfOfCores },
  /** A download, or a call that reads everything. */
  export: { seconds: 120, streamSeconds: 3_600, memoryMiB: 512, partOfMemory: 1 / 3, threads: halfOfCores },
  rating: { seconds: 600, streamSeconds: 600, memoryMiB: 2_048 },
  /** A batch of usage. It is given up before the claim on the batch ends. */
  intake: { seconds: 55, streamSeconds: 55, memoryMiB: 512 },
  /** Checks, repairs, backups, restores, migrations. */
  upkeep: { seconds: 3_600, streamSeconds: 3_600, memoryMiB: 1_024 },
};

/** The time that we wait beyond a statement's limit before we conclude that the engine hangs. */
export const graceMs = 5_000;

/**
 * Returns the settings by which the engine enforces the limits. Sorting and grouping beyond an eighth of the memory use
 * files.
 */
export function settingsFor(limits: QueryLimits, { isStream }: { isStream: boolean }): ClickHouseSettings {
  const bytes = limits.memoryMiB * 2 ** 20;
  return {
    max_execution_time: isStream ? limits.streamSeconds : limits.seconds,
    max_memory_usage: String(bytes),
    max_bytes_before_external_sort: String(bytes / 8),
    max_bytes_before_external_group_by: String(bytes / 8),
    ...(limits.threads !== undefined && { max_threads: limits.threads }),
    // One thread feeds one reader; more threads only produce blocks that wait. Small blocks keep a stream's memory
    // small.
    ...(isStream && { max_threads: 1, max_block_size: '8192' }),
    // The prices or tags of rows may stand in the text of a statement.
    max_query_size: String(2 ** 26),
    cancel_http_readonly_queries_on_client_close: 1,
  };
}

/**
 * Settings for the embedded engine, whose version we know. By default it keeps rows in memory up to 100 MB, and groups
 * up to half of the process's memory, regardless of the limit.
 */
export const spillEarly: ClickHouseSettings = {
  max_bytes_ratio_before_external_sort: 0,
  max_bytes_ratio_before_external_group_by: 0,
  min_external_sort_block_bytes: '0',
  prefer_external_sort_block_bytes: '1048576',
};
