import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';

const tasks = '/proc/self/task';
const lower = 10;

/**
 * Has the threads on which passwords are hashed, replies compressed and files read give way to the one that answers. A hash
 * takes a core for as long as fifty small requests do; with as many hashes as there are cores at work, all others would get
 * what is left. Where threads have no priorities of their own nothing is changed.
 */
export async function lowerWorkers(): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  // They are made all at once, when there is something to do for the first time.
  await stat('/');
  const workers = readdirSync(tasks)
    .map(Number)
    .filter((thread) => nameOf(thread) === 'libuv-worker');
  for (const thread of workers) setPriority(thread, lower);
  return workers;
}

/** Empty for one that has ended meanwhile. */
function nameOf(thread: number): string {
  try {
    return readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
