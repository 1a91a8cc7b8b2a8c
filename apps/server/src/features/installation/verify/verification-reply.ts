import type { CallReply } from '@usance/api/call';
import type { installation } from '@usance/api/installation/installation';
import type { Deps } from '#platform/context/context.ts';
import { verifyInstallation } from './verify-installation.ts';

/** Returns the results of verifyInstallation, with the first hundred problems of each check and their number. */
export async function verificationReply(
  engines: Pick<Deps, 'db' | 'clickhouse' | 'clock'>,
): Promise<CallReply<typeof installation.verify>> {
  const checks = [];
  for await (const { problems, ...check } of verifyInstallation(engines))
    checks.push({ ...check, problems: [...problems] });
  return { sound: checks.every(({ problemCount }) => problemCount === 0), checks };
}
