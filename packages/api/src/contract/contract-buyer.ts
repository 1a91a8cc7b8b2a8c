import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { contractParams } from '../wire.ts';

const anyText = z.string();

/** The buyer as named on papers: an enterprise or a citizen, with empty fields where nothing is known. */
const contractBuyer = z.object({
  enterprise: z.optional(
    z.object({
      name: anyText,
      address: anyText,
      juridicalPerson: anyText,
      juridicalPersonSocialID: anyText,
      contactPerson: anyText,
      contactPhone: anyText,
      contactEmail: anyText,
      license: anyText,
      socialID: anyText,
    }),
  ),
  citizen: z.optional(
    z.object({ name: anyText, socialID: anyText, address: anyText, contactPhone: anyText, contactEmail: anyText }),
  ),
});
export type ContractBuyer = z.output<typeof contractBuyer>;

export const contractBuyers = defineCalls('contract-buyer', {
  get: {
    method: 'GET',
    path: '/contracts/{id}/buyer',
    summary: 'The buyer: an enterprise or a citizen',
    customer: 'contract.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    reply: contractBuyer,
  },
});
