import * as z from 'zod/mini';
import { OperatorError } from '#platform/operator-error.ts';

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const entry = z.object({ path: z.string(), sha256: digest });

/** What stands in a backup beside its data: enough to know that all of it is there, and what it can be restored with. */
export const manifest = z.object({
  format: z.literal('usance-backup-1'),
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.object({
    migrations: z.array(z.string()),
    /** In an order in which each table comes after those that it refers to. Columns can be an administrator's, of any name. */
    tables: z.array(z.extend(entry, { name, columns: z.array(z.string()) })),
    sequences: z.array(z.object({ name, value: z.string().check(z.regex(/^\d+$/)), isCalled: z.boolean() })),
    /** Whatever else stood in `public`, of which nothing but the name is kept; earlier versions did not look. */
    objects: z.optional(z.array(z.string())),
  }),
  clickhouse: z.object({
    migrations: z.array(z.string()),
    parts: z.array(z.extend(entry, { table: name, columns: z.array(z.string()) })),
  }),
});
export type Manifest = z.output<typeof manifest>;

export const manifestPath = 'manifest.json';

/** The file is no backup, not a whole one, or of a newer version; the message says which. */
export class BadBackup extends OperatorError {
  constructor(said: string) {
    super(`${said} Take another copy of it, or another backup.`);
  }
}

/** Refuses an entry whose digest is another one than it was written with. Throws BadBackup. */
export function assertWhole(path: string, wanted: string, found: string): void {
  if (found !== wanted) throw new BadBackup(`${path} in the backup is not as it was written: the file is damaged.`);
}
