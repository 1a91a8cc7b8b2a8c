import { ensurePinnedNode } from './pinned-node.mjs';

ensurePinnedNode();
