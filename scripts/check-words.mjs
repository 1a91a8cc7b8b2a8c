// Usage: `node scripts/check-words.mjs [ROOT]`. It fails on a message of the console that no source uses as `m.<key>`.
// The script apps/console/scripts/compile-messages.mjs checks that both languages have each message, with the same
// arguments.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

const root = join(process.argv[2] ?? repository, 'apps', 'console');
const messages = join(root, 'messages', 'en');
const shown = new Set(sources().flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
const keys = readdirSync(messages).flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(join(messages, file), 'utf8'))).map((key) => ({ file, key })),
);
const dead = keys.filter(({ key }) => !shown.has(key));
for (const { file, key } of dead) console.error(`${key} (${file}) is not used: remove it in every language.`);
console.log(`${keys.length} messages: ${dead.length} not used`);
process.exitCode = dead.length > 0 ? 1 : 0;

function sources() {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.gen)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
