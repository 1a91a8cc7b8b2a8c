import type { CallReply } from '@usance/api/call';
import type { machineTypes } from '@usance/api/metering/machine-type';
import type { Work } from '#platform/context/context.ts';
import { knownMachineTypes } from './machine-types.ts';

/** Stores the missing machine types and returns all of them. */
export async function seedMachineTypes({ tx }: Pick<Work, 'tx'>): Promise<CallReply<typeof machineTypes.seed>> {
  const created = await tx
    .insertInto('machine_type')
    .values(
      knownMachineTypes.map(({ cloudProvider, memoryGib, creditsPerCoreHour, ...same }) => ({
        ...same,
        cloud_provider: cloudProvider,
        memory_gib: memoryGib,
        credits_per_core_hour: creditsPerCoreHour,
      })),
    )
    .onConflict((there) => there.doNothing())
    .returning('family')
    .execute();
  const rows = await tx
    .selectFrom('machine_type')
    .selectAll()
    .orderBy('cloud_provider')
    .orderBy('series')
    .orderBy('family')
    .orderBy('cores')
    .execute();
  const items = rows.map(({ cloud_provider, memory_gib, credits_per_core_hour, ...same }) => ({
    ...same,
    cloudProvider: cloud_provider,
    memoryGib: memory_gib,
    creditsPerCoreHour: credits_per_core_hour,
  }));
  return { created: created.length, unchanged: items.length - created.length, items };
}
