import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';

ensurePinnedNode();
// The package links its binary from a download of its own, whose 67 MB of C++ headers nothing here compiles against.
rmSync(join(repository, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
