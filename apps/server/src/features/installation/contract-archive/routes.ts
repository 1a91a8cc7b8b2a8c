import { contractArchives } from '@usance/api/contract-archive';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { exportContract } from './export-contract.ts';
import { importContract } from './import-contract.ts';

/** The key says whether what comes sealed can be read here. */
export const contractArchiveRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(contractArchives, {
      export: exportContract,
      import: new SpanningVerb((ctx, input) => importContract(ctx, input, key)),
    });
