import { contractArchives } from '@usance/api/installation/contract-archive';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { exportContract } from './export-contract.ts';
import { importContract } from './import-contract.ts';

export const contractArchiveRoom: Room = {
  calls: mount(contractArchives, {
    export: exportContract,
    import: new SpanningVerb(importContract),
  }),
};
