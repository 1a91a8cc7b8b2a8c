import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';

ensurePinnedNode();
// The package links its binary from its own download. This removes that download's 67 MB of C++ headers, which no build
// here uses.
rmSync(join(repository, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
