// Usage: `node scripts/check-comments.mjs [FOLDER ...]`. It fails on a sentence in a comment that begins with a clause
// without a head («What …», «Whose …»), or that has more than 30 words. It reads the `comment on …` texts of SQL as well.
// Folders are relative to the repository; the default is all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { repository } from './repository.mjs';

const mostWords = 30;
const headless =
  /^(What|Whose|Who|Whom|Whoever|Whatever|Whether|Which|Why|How|Nor|As|Since when|Until when|By what|Those (of|that))\b/;
/** A text in the database is about a column: «When it ended» lacks its noun, the time. In code, «When …, …» is fine. */
const headlessInDatabase = /^(When|Where|In which|To how)\b/;
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['apps', 'packages', 'scripts', 'bench', 'e2e'];
const found = folders.flatMap(filesUnder).map((file) => ({ file, sentences: sentencesOf(file) }));
const problems = found.flatMap(({ file, sentences }) =>
  sentences.flatMap((sentence) => fault(sentence).map((why) => `${file}:${sentence.line} ${why}: ${sentence.text}`)),
);
for (const problem of problems) console.error(problem);
console.log(
  `${found.flatMap(({ sentences }) => sentences).length} sentences in comments: ${problems.length} hard to read`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesUnder(folder) {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: relative(repository, join(entry.parentPath, entry.name)) }))
    .filter(({ entry, file }) => entry.isFile() && /\.(tsx?|mjs|sql)$/.test(file))
    .filter(({ file }) => !/node_modules|(^|\/)(dist|test-results)\/|\.gen\.tsx?$/.test(file))
    .map(({ file }) => file);
}

function sentencesOf(file) {
  const text = readFileSync(join(repository, file), 'utf8');
  return blocksOf(file, text).flatMap(({ start, words, inDatabase = false }) => {
    const line = text.slice(0, start).split('\n').length;
    // A piece of code counts as one word.
    const plain = words.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\s+/g, ' ');
    return plain
      .split(/(?<=[.!?:;])\s+(?=[A-Z«“"(@-])/)
      .map((sentence) => ({ line, inDatabase, text: sentence.trim() }));
  });
}

/** Returns the comments of a file; consecutive line comments are one. */
function blocksOf(file, text) {
  if (file.endsWith('.sql'))
    return [...joined(text, [...text.matchAll(/--(.*)$/gm)].map(asLineComment)), ...textsInDatabase(text)];
  const { comments } = parseSync(file, text);
  const lines = comments.filter(({ type }) => type === 'Line');
  const blocks = comments
    .filter(({ type }) => type === 'Block')
    .map(({ start, value }) => ({ start, words: value.replaceAll(/^\s*\*+ ?/gm, '').replace(/^\*/, '') }));
  return [...joined(text, lines), ...blocks.flatMap(paragraphs)];
}

function asLineComment({ index, 0: whole, 1: value }) {
  return { start: index, end: index + whole.length, value };
}

/** Returns the texts of `comment on …`, which people read in the database. */
function textsInDatabase(sql) {
  return [...sql.matchAll(/^comment on [^']*?'((?:[^']|'')*)';/gm)].map(({ index, 1: value }) => ({
    start: index,
    words: value.replaceAll("''", "'"),
    inDatabase: true,
  }));
}

function joined(text, lines) {
  const blocks = [];
  for (const { start, end, value } of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && /^\s*$/.test(text.slice(last.end, start)) && !/\n\s*\n/.test(text.slice(last.end, start)))
      Object.assign(last, { end, words: `${last.words} ${value}` });
    else blocks.push({ start, end, words: value });
  }
  return blocks;
}

function paragraphs({ start, words }) {
  return words.split(/\n\s*\n|\n(?=\s*[@-])/).map((part) => ({ start, words: part }));
}

function fault({ text, inDatabase }) {
  if (headless.test(text) || (inDatabase && headlessInDatabase.test(text)))
    return ['begins with a clause without a head'];
  const count = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  return count > mostWords ? [`has ${count} words`] : [];
}
