import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';

/** The tools that run on the pinned Node, by the file that starts each. */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** Starts a script on the pinned Node, which its own children find first on the PATH too. */
export function startOnPinnedNode(script, args = [], { cwd = repository, env = {} } = {}) {
  const path = [join(repository, 'node_modules', 'node', 'bin'), process.env.PATH].join(delimiter);
  return spawn(pinnedNode, [join(repository, script), ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...env },
  });
}

/** Runs a script on the pinned Node to its end; resolves to its exit code. */
export function runOnPinnedNode(script, args, options) {
  return exitCodeOf(startOnPinnedNode(script, args, options));
}

/** Passes signals on to a child and ends as it ends. */
export function followToEnd(child) {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** 1 when a signal ended the child. */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
