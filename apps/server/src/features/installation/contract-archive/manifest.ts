import { createHash } from 'node:crypto';
import { contractId, currency } from '@usance/api/wire';
import * as z from 'zod/mini';
import { ownFiles } from './archived-tables.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const archiveManifest = z.strictObject({
  format: z.literal('usance-contract-1'),
  contractId,
  currency,
  exportedAt: z.iso.datetime(),
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), rows: z.int(), sha256 })),
  /** The digest of the contract's own files: the same for the same contract, wherever and whenever it is exported. */
  digest: sha256,
  /** The data that stays behind, in words. */
  notCarried: z.array(z.string()),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;

export const notCarried: readonly string[] = [
  'usage and rated rows: signed statements travel with their lines and digests, usage of months that are not signed stays',
  'what the person’s number and the private key are, but as the installation’s key has sealed them',
  'passwords, sessions and accounts of people: roles travel by e-mail',
  'the audit, notifications, whether the contract is on the blacklist, and which features are open to it',
  'orders to the controllers of regions: what is being made or deleted is to be done before',
];

export type FileSum = ArchiveManifest['files'][string];

/** Sums a file up part by part, since it may exceed memory. */
export class FileSummed {
  #bytes = 0;
  #rows = 0;
  readonly #hash = createHash('sha256');

  add(part: Buffer): void {
    this.#bytes += part.length;
    for (let at = part.indexOf(newline); at !== -1; at = part.indexOf(newline, at + 1)) this.#rows += 1;
    this.#hash.update(part);
  }

  /** Returns the sum; called once, after the last part. */
  sum(): FileSum {
    return { bytes: this.#bytes, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

const newline = 10;

/** @internal for archives that tests have changed */
export function fileSumOf(content: Buffer): FileSum {
  const summed = new FileSummed();
  summed.add(content);
  return summed.sum();
}

export function digestOf(sums: ReadonlyMap<string, Pick<FileSum, 'sha256'>>): string {
  const own = ownFiles.map((name) => `${name} ${sums.get(name)?.sha256 ?? ''}\n`);
  return fileSumOf(Buffer.from(own.join(''))).sha256;
}
