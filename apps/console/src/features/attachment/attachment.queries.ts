import { queryOptions } from '@tanstack/react-query';
import { attachments } from '@usance/api/attachment';
import { call } from '../../api/call.ts';

/** The offer that files belong to. */
export interface Attached {
  contractId: string;
  offerId: string;
}

export const attachmentQueries = {
  /** All files of an offer. Their table shows a failure. */
  list: ({ contractId, offerId }: Attached) =>
    queryOptions({
      queryKey: ['attachment', contractId, offerId],
      queryFn: ({ signal }) => call(attachments.list, { params: { id: contractId, poid: offerId }, signal }),
      meta: { ignoreError: true },
    }),
};
