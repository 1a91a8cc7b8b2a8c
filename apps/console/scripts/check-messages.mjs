// Fails when a word is missing in one language, stands in two files, or takes other arguments than in English:
// the compiler would fall back to English, or to the last file, without saying so. And when it is not named by its noun.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../messages');
const settings = JSON.parse(readFileSync(join(root, '../project.inlang/settings.json'), 'utf8'));
const listed = settings['plugin.inlang.messageFormat'].pathPattern.map((path) => path.split('/').at(-1));
const problems = [];

const [english, chinese] = settings.locales.map(read);
compare(english, chinese, 'zh');
compare(chinese, english, 'en');
for (const file of listed)
  if (![...english.values()].some((word) => word.file === file)) problems.push(`${file} is listed and has no word`);
for (const [key, { argumentsUsed }] of english) {
  const other = chinese.get(key);
  if (other !== undefined && other.argumentsUsed !== argumentsUsed)
    problems.push(`${key} takes {${argumentsUsed}} in en and {${other.argumentsUsed}} in zh`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${english.size} messages, both languages complete`);

function read(locale) {
  const found = new Map();
  for (const file of readdirSync(join(root, locale))) {
    if (!listed.includes(file)) problems.push(`${locale}/${file} is not listed in project.inlang/settings.json`);
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(root, locale, file), 'utf8')))) {
      if (key.startsWith('$')) continue;
      const noun = file.replace('.json', '').replaceAll('-', '_');
      if (!key.startsWith(`${noun}_`))
        problems.push(`${key} stands in ${locale}/${file}: its name begins with ${noun}_`);
      if (found.has(key)) problems.push(`${key} stands in ${locale}/${found.get(key).file} and in ${locale}/${file}`);
      const argumentsUsed = [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort().join('');
      found.set(key, { file, argumentsUsed });
    }
  }
  return found;
}

function compare(one, other, otherLocale) {
  for (const [key, { file }] of one)
    if (!other.has(key)) problems.push(`${key} (${file}) is missing in ${otherLocale}`);
}
