import { join } from 'node:path';
import { build } from 'vite';
import { repository } from './repository.mjs';

await build({ root: join(repository, 'apps', 'console'), logLevel: 'warn' });
