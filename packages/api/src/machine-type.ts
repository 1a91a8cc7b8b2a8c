import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { cloudProvider } from './cloud.ts';
import { exactDecimal } from './wire.ts';

/** By how much memory a core has: 8 GiB in the r-series, 4 GiB in the m-series, whatever letter a cloud gives the family. */
export const machineSeries = z.enum(['r', 'm']);
export type MachineSeries = z.output<typeof machineSeries>;

/** A machine of a cloud that warehouses run on. */
const machineType = z.object({
  cloudProvider,
  /** As its cloud calls it. */
  family: z.string(),
  size: z.string(),
  series: machineSeries,
  cores: z.int(),
  memoryGib: z.int(),
  creditsPerCoreHour: exactDecimal,
});
export type MachineType = z.output<typeof machineType>;

export const machineTypes = defineCalls('machine-type', {
  seed: {
    internal: 'price.write',
    admission: 'write',
    method: 'POST',
    path: '/machine-types/seed',
    summary: 'Keep the machine types that there are; again, it changes nothing. Tells all of them',
    reply: z.object({ created: z.int(), unchanged: z.int(), items: z.array(machineType) }),
  },
});
