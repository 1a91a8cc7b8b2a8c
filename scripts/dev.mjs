// npm run dev: the server restarts when one of its files changes, and Vite serves the console with hot reload.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensurePinnedNode, pinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';
import { startOnPinnedNode, tools } from './run-command.mjs';

ensurePinnedNode();
const watched = ['apps/server/src', 'apps/server/migrations', 'packages'].map((path) => `--watch-path=${path}`);
const server = spawn(pinnedNode, [...watched, 'apps/server/src/main.ts'], { cwd: repository, stdio: 'inherit' });
const vite = startOnPinnedNode(tools.vite, [], { cwd: join(repository, 'apps', 'console') });
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.kill(signal);
    vite.kill(signal);
  });
}
vite.on('exit', () => server.kill('SIGTERM'));
server.on('exit', () => vite.kill('SIGTERM'));
