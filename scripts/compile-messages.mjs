// Makes the typed message functions that the console's sources import, as its Vite configuration makes them.
import { join } from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { localeOptions } from '../apps/console/scripts/locale-options.ts';
import { repository } from './repository.mjs';

const consoleRoot = join(repository, 'apps', 'console');
await compile({
  project: join(consoleRoot, 'project.inlang'),
  outdir: join(consoleRoot, 'src', 'paraglide'),
  ...localeOptions,
});
// The compiler leaves timers behind that would hold the process for another 30 s.
process.exit();
