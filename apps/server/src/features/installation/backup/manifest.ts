import * as z from 'zod/mini';
import { OperatorError } from '#platform/failure/operator-error.ts';

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const entry = z.object({ path: z.string(), sha256: digest });

/** The table of contents of a backup: enough to know that it is complete, and which version can restore it. */
export const manifest = z.object({
  format: z.literal('usance-backup-1'),
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.object({
    migrations: z.array(z.string()),
    /**
     * Ordered so that each table comes after those that it refers to. Columns may belong to an administrator, with any
     * name.
     */
    tables: z.array(z.extend(entry, { name, columns: z.array(z.string()) })),
    sequences: z.array(z.object({ name, value: z.string().check(z.regex(/^\d+$/)), isCalled: z.boolean() })),
    /** The names of other objects in `public`, which are not backed up. */
    objects: z.array(z.string()),
  }),
  clickhouse: z.object({
    migrations: z.array(z.string()),
    parts: z.array(z.extend(entry, { table: name, columns: z.array(z.string()) })),
  }),
});
export type Manifest = z.output<typeof manifest>;

export const manifestPath = 'manifest.json';

/** The file is not a backup, incomplete, or of a newer version; the message says which. */
export class BadBackup extends OperatorError {
  constructor(said: string) {
    super(`${said} Take another copy of it, or another backup.`);
  }
}

/** Throws BadBackup if the digest of an entry differs from the manifest's. */
export function assertWhole(path: string, wanted: string, found: string): void {
  if (found !== wanted) throw new BadBackup(`${path} in the backup does not match its digest: the file is damaged.`);
}
