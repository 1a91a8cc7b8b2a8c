import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { cloudProvider } from '../cloud.ts';
import { replyMultiplier } from '../wire.ts';

/** Memory per core: 8 GiB in the r-series, 4 GiB in the m-series, whatever letter a cloud gives the family. */
export const machineSeries = z.enum(['r', 'm']);
export type MachineSeries = z.output<typeof machineSeries>;

/** A cloud's machine type for warehouses. */
const machineType = z.object({
  cloudProvider,
  /** The cloud's own name. */
  family: z.string(),
  size: z.string(),
  series: machineSeries,
  cores: z.int(),
  memoryGib: z.int(),
  creditsPerCoreHour: replyMultiplier,
});
export type MachineType = z.output<typeof machineType>;

export const machineTypes = defineCalls('machine-type', {
  seed: {
    internal: 'price.write',
    admission: 'write',
    method: 'POST',
    path: '/machine-types/seed',
    summary: 'Store the known machine types, and return all; repeating it changes nothing',
    reply: z.object({ created: z.int(), unchanged: z.int(), items: z.array(machineType) }),
  },
});
