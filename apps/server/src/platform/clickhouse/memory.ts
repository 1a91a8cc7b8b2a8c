import { totalmem } from 'node:os';
import type { QueryLimits } from './limits.ts';

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
export const countedMemory = (bytes = usualMemory()) => Math.max(bytes - beside, bytes / 2);

/** The limits of a statement where the engine counts so many bytes: what others read leaves a part to rating and intake. */
export function within(limits: QueryLimits, counted: number | undefined): QueryLimits {
  if (counted === undefined || limits.partOfMemory === undefined) return limits;
  const memoryMiB = Math.floor((counted / mebibyte) * limits.partOfMemory);
  return { ...limits, memoryMiB: Math.min(limits.memoryMiB, memoryMiB) };
}

const mostReplies = 12;
const fewestReplies = 2;

/**
 * How many replies of a listener may be on their way where the engine counts so many bytes: each holds what it has
 * sorted, for as long as its reader likes. Reads that are on their way have half of the least that an engine may count.
 */
export function repliesWithin(counted: number | undefined): number {
  if (counted === undefined) return mostReplies;
  return Math.min(Math.max(Math.floor(counted / (192 * mebibyte)), fewestReplies), mostReplies);
}

function machineMemory(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}
