import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';

/** The tools that run on the pinned Node, by the file that starts each. */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** What Node has made of modules is kept here, TypeScript above all: the next process starts with half the work. */
const compiled = join(repository, 'node_modules', '.cache', 'compiled');

/** Starts a script on the pinned Node, which its own children find first on the PATH too. */
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

/** As `runOnPinnedNode`, but says nothing meanwhile; resolves to the exit code and all it would have said. */
export async function hearOnPinnedNode(script, args) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = startOnPinnedNode(script, args, { env: colours, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return { code: await exitCodeOf(child, 'close'), said };
}

/** Passes signals on to a child and ends as it ends. */
export function followToEnd(child) {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** 1 when a signal ended the child. */
export function exitCodeOf(child, event = 'exit') {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on(event, (code) => resolve(code ?? 1));
  });
}
