import { totalmem } from 'node:os';
import type { QueryLimits } from './limits.ts';

const mebibyte = 2 ** 20;
const least = 1_024 * mebibyte;
const most = 4_096 * mebibyte;

/** Memory of the engine's process that the engine does not count: its code, this runtime, the allocator's reserve. */
const beside = 512 * mebibyte;

/**
 * Returns the default memory of the embedded engine's process: a quarter of the machine or its container, from 1 to 4
 * GiB.
 */
export function usualMemory(machine = machineMemory()): number {
  return Math.min(Math.max(Math.floor(machine / 4), least), most);
}

/**
 * The bytes that the engine may count, of the `bytes` of its process: above it statements fail, and the process
 * survives.
 */
export const countedMemory = (bytes = usualMemory()) => Math.max(bytes - beside, bytes / 2);

/**
 * Returns the limits of a statement for an engine that counts so many bytes: reads leave a share to rating and intake.
 */
export function within(limits: QueryLimits, counted: number | undefined): QueryLimits {
  if (counted === undefined || limits.partOfMemory === undefined) return limits;
  const memoryMiB = Math.floor((counted / mebibyte) * limits.partOfMemory);
  return { ...limits, memoryMiB: Math.min(limits.memoryMiB, memoryMiB) };
}

const mostReplies = 12;
const fewestReplies = 2;

/**
 * Returns how many replies a listener may send at once for an engine that counts so many bytes. Each reply holds its
 * sorted rows for as long as its reader takes; all together get half of the smallest engine's memory.
 */
export function repliesWithin(counted: number | undefined): number {
  if (counted === undefined) return mostReplies;
  return Math.min(Math.max(Math.floor(counted / (192 * mebibyte)), fewestReplies), mostReplies);
}

function machineMemory(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}
