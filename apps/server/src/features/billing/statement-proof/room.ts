import { statementProofs } from '@usance/api/billing/statement-proof';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { downloadArchive } from './archive/download-archive.ts';
import { getStatementProof } from './get-statement-proof.ts';

export const statementProofRoom: Room = {
  calls: mount(statementProofs, { get: getStatementProof, download: downloadArchive }),
};
