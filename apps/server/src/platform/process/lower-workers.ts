import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';

const tasks = '/proc/self/task';
const lower = 10;

/**
 * Lowers the priority of the worker threads that hash passwords, compress replies and read files. One hash takes a core
 * for as long as fifty small requests; a hash on every core would starve the main thread. Only Linux has priorities per
 * thread.
 */
export async function lowerWorkers(): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  // The first asynchronous file operation creates all workers.
  await stat('/');
  const workers = readdirSync(tasks)
    .map(Number)
    .filter((thread) => nameOf(thread) === 'libuv-worker');
  for (const thread of workers) setPriority(thread, lower);
  return workers;
}

/** Empty for a thread that has ended. */
function nameOf(thread: number): string {
  try {
    return readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
