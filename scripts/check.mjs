// npm run check: the checks that take less than half a minute.
import { ensurePinnedNode } from './pinned-node.mjs';
import { staticChecks } from './static-checks.mjs';
import { conclude, vitest } from './steps.mjs';

ensurePinnedNode();
process.exit(conclude([...(await staticChecks()), await vitest('pure rules', ['--project', 'rules'])]));
