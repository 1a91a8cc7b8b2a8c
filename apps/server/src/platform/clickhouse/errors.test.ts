import { parseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { ClickHouseUnavailable, OverLimits, toClickHouseFailure, UsageDiskFull } from './errors.ts';

describe('what the engine says', () => {
  it.each([
    ['Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)', UsageDiskFull],
    [
      'Code: 75. DB::ErrnoException: Cannot write to file: errno: 28, strerror: No space left on device. (CANNOT_WRITE_TO_FILE_DESCRIPTOR)',
      UsageDiskFull,
    ],
    ['ENOSPC: no space left on device, write', UsageDiskFull],
    ['Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)', ClickHouseUnavailable],
    ['Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)', OverLimits],
  ])('about its own trouble is temporary: %s', (text, Failure) => {
    const failure = toClickHouseFailure(parseError(text));
    expect(failure).toBeInstanceOf(Failure);
    // Callers that wait for the engine also wait for disk space.
    expect(failure).toBeInstanceOf(ClickHouseUnavailable);
    expect(failure).toMatchObject({ status: 503, metadata: { retryAfterSeconds: '5' } });
  });

  it.each([
    'Code: 47. DB::Exception: Unknown identifier: nothing. (UNKNOWN_IDENTIFIER)',
    'Code: 27. DB::Exception: Cannot parse input: expected tab before: No space left on device. (CANNOT_PARSE_INPUT)',
    'Code: 27. DB::Exception: Cannot parse input: expected tab before: job-aborted, Timeout error. (CANNOT_PARSE_INPUT)',
  ])('about a mistake of ours stays unchanged: %s', (text) => {
    const mistake = parseError(text);
    expect(toClickHouseFailure(mistake)).toBe(mistake);
  });
});
