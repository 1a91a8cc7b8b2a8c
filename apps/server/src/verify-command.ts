import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Stores } from '#platform/context/context.ts';
import { assertUsageOfThisVersion } from '#platform/engines/open-engines.ts';
import { verifyInstallation } from './features/installation/verify/verify-installation.ts';

/** Runs `npm run verify` and prints the result of each check; true if all checks ran and found nothing. */
export async function runVerifyCommand(deps: Stores, say: (line: string) => void): Promise<boolean> {
  let [count, unmade] = [0, 0];
  // Other checks still run while the usage database is down.
  await assertUsageOfThisVersion(deps.clickhouse).catch(unlessAway);
  for await (const { check, problems, problemCount, isMade } of verifyInstallation(deps)) {
    say(`${isMade ? (problemCount === 0 ? 'ok  ' : 'FAIL') : '????'} ${check}`);
    for (const problem of problems) say(`     ${problem}`);
    if (problemCount > problems.length) say(`     and ${problemCount - problems.length} more`);
    count += problemCount - (isMade ? 0 : 1);
    if (!isMade) unmade += 1;
  }
  if (unmade > 0) say(`${unmade} ${unmade === 1 ? 'check' : 'checks'} could not run.`);
  if (count > 0) say(`${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`);
  if (count + unmade === 0) say('Nothing is wrong.');
  return count + unmade === 0;
}

function unlessAway(error: unknown): void {
  if (!(error instanceof ClickHouseUnavailable)) throw error;
}
