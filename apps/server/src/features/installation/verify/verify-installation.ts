import { ClickHouseError } from '@clickhouse/client';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Check } from '#platform/house/check.ts';
import { nouns } from '../house/nouns.ts';

/** What was looked at, and what is wrong with it, one sentence each. */
export interface Verified {
  readonly check: string;
  /** The first hundred. */
  readonly problems: readonly string[];
  /** How many there are. */
  readonly problemCount: number;
  /** It was looked at to its end. Otherwise the last of its problems says why not, and nobody knows whether there are more. */
  readonly isMade: boolean;
}

const mostProblems = 100;

type Engines = Parameters<Check['look']>[0];

/**
 * Holds the whole installation against itself by what each noun says has to be so, reading only. Usage that comes in and
 * days that are rated meanwhile can show as a difference once and not again. A check for which the usage database has no
 * room or no answer is told as not made, and the others go on.
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
    const whyNot = `This check could not be made: ${cause.slice(0, 300)}`;
    return {
      problems: [...problems.slice(0, mostProblems - 1), whyNot],
      problemCount: problemCount + 1,
      isMade: false,
    };
  }
  return { problems, problemCount, isMade: true };
}
