import { availableParallelism } from 'node:os';
import type { ClickHouseSettings } from '@clickhouse/client';

/** What one statement may take of the usage database. The engine ends it where it takes more. */
export interface QueryLimits {
  /** Until the first of its rows comes, or the last where it answers them as a whole. */
  readonly seconds: number;
  /** Until the last row where they leave as they are made: whoever reads them slowly has so long. */
  readonly streamSeconds: number;
  readonly memoryMiB: number;
  /** And never more than this part of what the engine counts, where that is known. */
  readonly partOfMemory?: number;
  /** As many as the machine has cores where none are given. */
  readonly threads?: number;
}

/** What a statement is for. */
export type QueryKind = 'read' | 'export' | 'rating' | 'intake' | 'upkeep';

const halfOfCores = Math.ceil(availableParallelism() / 2);

export const limitsOf: Readonly<Record<QueryKind, QueryLimits>> = {
  /** A page, a list, an analysis: somebody waits for it. */
  read: { seconds: 30, streamSeconds: 600, memoryMiB: 256, partOfMemory: 1 / 4, threads: halfOfCores },
  /** A download, and what reads everything for whoever asks. */
  export: { seconds: 120, streamSeconds: 3_600, memoryMiB: 512, partOfMemory: 1 / 3, threads: halfOfCores },
  rating: { seconds: 600, streamSeconds: 600, memoryMiB: 2_048 },
  /** A batch of usage: what gives it up is within what a claim of it lasts. */
  intake: { seconds: 55, streamSeconds: 55, memoryMiB: 512 },
  /** Checks, repairs, backups, restores, migrations. */
  upkeep: { seconds: 3_600, streamSeconds: 3_600, memoryMiB: 1_024 },
};

/** How long after the engine was to end a statement it is given up: then it is the engine that does not answer. */
export const graceMs = 5_000;

/** The settings that make the engine keep the limits. What it sorts or groups beyond an eighth of the memory goes through files. */
export function settingsFor(limits: QueryLimits, { isStream }: { isStream: boolean }): ClickHouseSettings {
  const bytes = limits.memoryMiB * 2 ** 20;
  return {
    max_execution_time: isStream ? limits.streamSeconds : limits.seconds,
    max_memory_usage: String(bytes),
    max_bytes_before_external_sort: String(bytes / 8),
    max_bytes_before_external_group_by: String(bytes / 8),
    ...(limits.threads !== undefined && { max_threads: limits.threads }),
    // One thread feeds one reader; more only make blocks that wait. Small blocks are what a stream holds of its rows.
    ...(isStream && { max_threads: 1, max_block_size: '8192' }),
    cancel_http_readonly_queries_on_client_close: 1,
  };
}

/**
 * For the embedded engine, whose version is known: without these it keeps rows in memory until they are 100 MB, or groups
 * until half of what the process may have is taken, whatever the limit is.
 */
export const spillEarly: ClickHouseSettings = {
  max_bytes_ratio_before_external_sort: 0,
  max_bytes_ratio_before_external_group_by: 0,
  min_external_sort_block_bytes: '0',
  prefer_external_sort_block_bytes: '1048576',
};
