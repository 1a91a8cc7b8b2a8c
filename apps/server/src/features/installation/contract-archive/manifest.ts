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
  /** Of the contract's own files: the same for the same contract, wherever and whenever it is exported. */
  digest: sha256,
  /** What stays behind, in words. */
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

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export const rowsOf = (content: Buffer): number => content.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0);

export function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const own = ownFiles.map((name) => `${name} ${sha256Of(files.get(name) ?? Buffer.alloc(0))}\n`);
  return sha256Of(Buffer.from(own.join('')));
}
