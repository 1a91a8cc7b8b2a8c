import { ClickHouseError } from '@clickhouse/client';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Check } from '#platform/house/room.ts';
import { nouns } from '../house/nouns.ts';

/** A check and its problems, one sentence each. */
export interface Verified {
  readonly check: string;
  /** The first hundred problems. */
  readonly problems: readonly string[];
  /** The number of problems. */
  readonly problemCount: number;
  /** True if the check ran to its end. Otherwise its last problem is the reason, and there may be more. */
  readonly isMade: boolean;
}

const mostProblems = 100;

type Engines = Parameters<Check['look']>[0];

/**
 * Runs all checks of the nouns on the whole installation, reading only. Usage that arrives or is rated meanwhile may
 * show as a difference once. A check that fails for lack of memory or of an answer is reported as not run, and the
 * others go on.
 */
export async function* verifyInstallation(engines: Engines): AsyncGenerator<Verified> {
  for (const { name, look } of nouns.flatMap(({ checks = [] }) => checks))
    yield { check: name, ...(await lookedAt(engines, look)) };
}

async function lookedAt(engines: Engines, look: Check['look']): Promise<Omit<Verified, 'check'>> {
  const problems: string[] = [];
  let problemCount = 0;
  try {
    for await (const problem of await look(engines)) {
      problemCount += 1;
      if (problems.length < mostProblems) problems.push(problem);
    }
  } catch (error) {
    if (!(error instanceof ClickHouseUnavailable || error instanceof ClickHouseError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    const whyNot = `This check could not run: ${cause.slice(0, 300)}`;
    return {
      problems: [...problems.slice(0, mostProblems - 1), whyNot],
      problemCount: problemCount + 1,
      isMade: false,
    };
  }
  return { problems, problemCount, isMade: true };
}
