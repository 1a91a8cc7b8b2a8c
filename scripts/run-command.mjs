import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';

/** The tools that run on the pinned Node, with the file that starts each. */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** The cache of Node's compiled modules, mainly TypeScript. It halves the work of the next process's start. */
const compiled = join(repository, 'node_modules', '.cache', 'compiled');

/** Starts a script on the pinned Node, and puts that first on the PATH of its children. */
export function startOnPinnedNode(script, args = [], { cwd = repository, env = {}, stdio = 'inherit' } = {}) {
  const path = [join(repository, 'node_modules', 'node', 'bin'), process.env.PATH].join(delimiter);
  return spawn(pinnedNode, [join(repository, script), ...args], {
    cwd,
    stdio,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...env },
  });
}

/** Runs a script on the pinned Node to its end; resolves to its exit code. */
export function runOnPinnedNode(script, args, options) {
  return exitCodeOf(startOnPinnedNode(script, args, options));
}

/** Like `runOnPinnedNode`, but prints nothing; resolves to the exit code and the whole output. */
export async function captureOnPinnedNode(script, args) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = startOnPinnedNode(script, args, { env: colours, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { code: await exitCodeOf(child, 'close'), output };
}

/** Forwards signals to a child and exits with its exit code. */
export function followToEnd(child) {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Resolves to 1 if a signal ended the child. */
export function exitCodeOf(child, event = 'exit') {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on(event, (code) => resolve(code ?? 1));
  });
}
