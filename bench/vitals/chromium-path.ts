import { existsSync } from 'node:fs';

const shell = '/usr/bin/chromium-headless-shell';

/** The browser to measure in. The whole of Chromium draws its own frame too, on a core that the page then waits for. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
