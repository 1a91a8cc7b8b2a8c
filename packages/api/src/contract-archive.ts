import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import { boolParam, contractId, contractParams } from './wire.ts';

const imported = z.object({
  contractId,
  /** Of what was imported; an export of it answers the same. */
  digest: z.string(),
  /** People whose e-mail nobody has here: their roles were left out. */
  leftOut: z.array(z.string()),
  /** Whether the installation's keys read what the other one had sealed: the private key, and the person's number. */
  isReadable: z.boolean(),
});

/** All attachments of a contract together may have so many bytes in an archive, where each byte takes two digits. */
export const mostAttachedBytes = 256 * 2 ** 20;
/** An archive holds at most 64 MiB beside them. */
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
      /** Export it although usage of months that are not signed stays behind. */
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
