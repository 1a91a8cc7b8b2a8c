import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { boolParam, contractId, contractParams } from '../wire.ts';

const imported = z.object({
  contractId,
  /** The digest of the import; an export of the contract returns the same. */
  digest: z.string(),
  /** E-mails without an account here; their roles were left out. */
  leftOut: z.array(z.string()),
  /**
   * True if this installation's keys can decrypt the secrets of the other one: the private key and the person's id
   * number.
   */
  isReadable: z.boolean(),
});

/** The largest total size of a contract's attachments in an archive, in which each byte takes two digits. */
export const mostAttachedBytes = 256 * 2 ** 20;
/** The rest of an archive takes at most 64 MiB. */
const largestArchive = 2 * mostAttachedBytes + 72 * 2 ** 20;

export const contractArchives = defineCalls('contract-archive', {
  export: {
    method: 'GET',
    path: '/contracts/{id}/export',
    summary: 'A whole contract as a tar, for another installation',
    internal: 'operation.write',
    contract: inPath,
    admission: 'export',
    refusals: ['ATTACHMENT_LIMIT', 'USAGE_UNSIGNED'],
    params: contractParams,
    query: z.strictObject({
      /** True to export the contract although usage of unsigned months is left out. */
      leaveUsage: z._default(boolParam, false),
    }),
    replyMedia: 'application/x-tar',
    reply: z.string(),
  },
  import: {
    method: 'POST',
    path: '/contracts/import',
    summary: 'Import a contract that another installation has exported, all of it or nothing',
    internal: 'operation.write',
    admission: 'write',
    refusals: ['CONTRACT_EXISTS'],
    bodyMedia: 'application/x-tar',
    largestBody: largestArchive,
    body: z.string(),
    reply: imported,
  },
});
