import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;
const least = 1_024 * mebibyte;
const most = 4_096 * mebibyte;

/** What the process of the engine is beside what the engine counts: its code, this runtime, what the allocator keeps. */
const beside = 512 * mebibyte;

/** What the process of the embedded engine may have where nobody says: a quarter of the machine or its container, from 1 to 4 GiB. */
export function usualMemory(machine = machineMemory()): number {
  return Math.min(Math.max(Math.floor(machine / 4), least), most);
}

/** Of `bytes` for its process, what the engine may count up to: above it statements fail, and the process stays. */
export const countedMemory = (bytes: number) => Math.max(bytes - beside, bytes / 2);

function machineMemory(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}
