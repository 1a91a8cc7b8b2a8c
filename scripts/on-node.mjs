// Usage: `node scripts/on-node.mjs FILE [ARGUMENT ...]`. It runs a TypeScript file on the pinned Node.
import { ensurePinnedNode } from './pinned-node.mjs';
import { followToEnd, startOnPinnedNode } from './run-command.mjs';

ensurePinnedNode();
const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/on-node.mjs FILE [ARGUMENT ...]');
  process.exit(2);
}
followToEnd(startOnPinnedNode(file, args));
