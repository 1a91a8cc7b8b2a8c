import { setImmediate } from 'node:timers/promises';
import { role } from '@usance/api/contract/role';
import { email } from '@usance/api/email';
import { instantText } from '@usance/api/wire';
import * as z from 'zod/mini';
import { LineLengths } from '#platform/http/calls/input/line-lengths.ts';
import { invalidParameter, Refusal } from '#platform/refusal.ts';
import { wholeLines } from '../../metering/usage/reading/whole-lines.ts';
import {
  type ArchivedTable,
  archivedTables,
  fileOf,
  knownFiles,
  manifestFile,
  peopleFile,
  secretsFile,
} from './archived-tables.ts';
import { type ArchiveManifest, archiveManifest, digestOf, type FileSum, FileSummed } from './manifest.ts';
import { BadTar, readTar } from './tar.ts';

const mostBytes = 64 * 2 ** 20;
// 256 KiB of a file as hex digits, and the other columns.
const longestPart = 2 * 256 * 1024 + 1_024;
const rowsAtOnce = 5_000;

const person = z.union([
  z.strictObject({ email, role, granted_at: instantText.check(z.refine((text) => text < '9900')) }),
  z.strictObject({ email, role: z.literal('creator') }),
]);
const secret = z.strictObject({
  of: z.enum(['contract_key', 'kyc_info']),
  key_id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  secret: z.string().check(z.regex(/^[\w-]{1,1000}$/)),
});

export interface OpenArchive {
  readonly body: AsyncIterable<Buffer>;
  readonly manifest: ArchiveManifest;
  /** The lines of each file that memory holds, unchanged. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly people: readonly z.output<typeof person>[];
  readonly secrets: readonly z.output<typeof secret>[];
}

export const bad = (why: string): Refusal => invalidParameter('body', why);

/**
 * Opens an archive after checking that its manifest is true and that all rows belong to one contract. Tables that may
 * exceed memory are checked when their rows are read. Throws 400 with the fault, and 413 above 64 MiB without those
 * tables.
 */
export async function openArchive(body: AsyncIterable<Buffer>): Promise<OpenArchive> {
  const { files, sums } = await filesIn(body);
  const manifest = manifestIn(files);
  const named = Object.keys(manifest.files).sort().join();
  const there = [...sums.keys()].filter((name) => name !== manifestFile);
  if (named !== there.sort().join() || there.length !== knownFiles.length - 1)
    throw bad('The manifest names other files than the archive has.');
  for (const [name, { bytes, rows, sha256 }] of Object.entries(manifest.files)) {
    const sum = sums.get(name);
    if (sum?.bytes !== bytes || sum.rows !== rows || sum.sha256 !== sha256)
      throw bad(`${name} is not what the manifest says.`);
  }
  if (digestOf(sums) !== manifest.digest) throw bad('The digest of the manifest is not that of its files.');
  files.delete(manifestFile);
  const lines = new Map([...files].map(([name, content]) => [name, linesIn(name, content)]));
  for (const each of archivedTables) {
    if (each.inParts !== undefined) continue;
    const all = lines.get(fileOf(each)) ?? [];
    if (each.table === 'contract' && all.length !== 1) throw bad('The archive is not of one contract.');
    for (let from = 0; from < all.length; from += rowsAtOnce) {
      assertOwn(each, all.slice(from, from + rowsAtOnce), manifest);
      // Others have their turn between the parts of a large table.
      await setImmediate();
    }
  }
  const of = <T extends z.ZodMiniType>(name: string, schema: T) =>
    (lines.get(name) ?? []).map((line) => parsed(name, schema, jsonIn(name, line)));
  return { body, manifest, lines, people: of(peopleFile, person), secrets: of(secretsFile, secret) };
}

/** Yields the lines of a file unchanged, some at a time. */
export async function* linesOfFile(
  { body, lines, manifest }: OpenArchive,
  each: ArchivedTable,
): AsyncGenerator<readonly string[]> {
  const name = fileOf(each);
  if (each.inParts === undefined) {
    const all = lines.get(name) ?? [];
    for (let from = 0; from < all.length; from += rowsAtOnce) yield all.slice(from, from + rowsAtOnce);
    return;
  }
  for await (const file of readTar(body, knownFiles)) {
    if (file.name !== name) continue;
    for await (const part of wholeLines(file.content)) {
      const some = linesIn(name, part);
      assertOwn(each, some, manifest);
      yield some;
    }
  }
}

const inParts: ReadonlySet<string> = new Set(archivedTables.filter((each) => each.inParts).map(fileOf));

/** Returns the sizes and digests of all files, and the content of those that memory holds. */
async function filesIn(body: AsyncIterable<Buffer>) {
  const files = new Map<string, Buffer>();
  const sums = new Map<string, FileSum>();
  let bytes = 0;
  try {
    for await (const { name, content } of readTar(body, knownFiles)) {
      const summed = new FileSummed();
      const parts: Buffer[] = [];
      const lengths = new LineLengths(inParts.has(name) ? longestPart : mostBytes);
      for await (const part of content) {
        summed.add(part);
        lengths.add(part);
        if (inParts.has(name)) continue;
        bytes += part.length;
        if (bytes > mostBytes)
          throw new Refusal('FILE_TOO_LARGE', `Without attachments, an archive has at most ${mostBytes} bytes.`);
        parts.push(part);
      }
      sums.set(name, summed.sum());
      if (!inParts.has(name)) files.set(name, Buffer.concat(parts));
    }
  } catch (error) {
    throw error instanceof BadTar ? bad(error.message) : error;
  }
  return { files, sums };
}

function manifestIn(files: ReadonlyMap<string, Buffer>): ArchiveManifest {
  const content = files.get(manifestFile);
  if (!content) throw bad('The archive has no manifest.');
  return parsed(manifestFile, archiveManifest, jsonIn(manifestFile, textOf(manifestFile, content)));
}

function linesIn(name: string, content: Buffer): string[] {
  const text = textOf(name, content);
  if (text === '') return [];
  if (!text.endsWith('\n')) throw bad(`${name} is cut off.`);
  return text.slice(0, -1).split('\n');
}

const anyRow = z.record(z.string(), z.unknown());

/** Throws unless each row is an object of the archive's contract, in its currency if it names one. */
function assertOwn(each: ArchivedTable, lines: readonly string[], { contractId, currency }: ArchiveManifest): void {
  const name = fileOf(each);
  const owner = name === 'contract.jsonl' ? 'id' : 'contract_id';
  for (const line of lines) {
    const row = parsed(name, anyRow, jsonIn(name, line));
    if (row[owner] !== contractId) throw bad(`${name} has rows of another contract by their ${owner}.`);
    if ('currency' in row && row['currency'] !== currency) throw bad(`${name} has rows in another currency.`);
  }
}

function parsed<T extends z.ZodMiniType>(name: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw bad(`${name} does not have our format.`);
  return result.data;
}

function textOf(name: string, content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw bad(`${name} is not UTF-8 text.`);
  }
}

function jsonIn(name: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw bad(`${name} is not JSON.`);
  }
}
