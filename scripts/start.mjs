// npm start: builds the console if necessary, then runs the server on the pinned Node.
import { ensureConsoleBuilt } from './console-build.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { followToEnd, startOnPinnedNode } from './run-command.mjs';

ensurePinnedNode();
await ensureConsoleBuilt();
followToEnd(startOnPinnedNode('apps/server/src/main.ts'));
