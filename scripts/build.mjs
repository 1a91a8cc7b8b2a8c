import { ensureConsoleBuilt } from './console-build.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';

ensurePinnedNode();
await ensureConsoleBuilt();
