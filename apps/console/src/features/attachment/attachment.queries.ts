import { queryOptions } from '@tanstack/react-query';
import { attachments } from '@usance/api/sale/attachment';
import { call } from '../../api/call.ts';
import { send } from '../../api/send.ts';

/** The offer that owns the files. */
export interface Attached {
  contractId: string;
  offerId: string;
}

export const attachmentQueries = {
  /** All files of an offer. The table shows a failure. */
  list: ({ contractId, offerId }: Attached) =>
    queryOptions({
      queryKey: ['attachment', contractId, offerId],
      queryFn: ({ signal }) => call(attachments.list, { params: { id: contractId, poid: offerId }, signal }),
      meta: { ignoreError: true },
    }),
  /** Checks that a file can be previewed. The browser loads the file itself, and the dialog shows a failure. */
  given: (of: Attached, id: string) =>
    queryOptions({
      queryKey: [...attachmentQueries.list(of).queryKey, id, 'given'],
      queryFn: async ({ signal }) => {
        const { body } = await send(attachments.download, { ...inlineOf(of, id), signal });
        await body?.cancel();
        return true;
      },
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      meta: { ignoreError: true },
    }),
};

/** The query of a download for preview. */
export const inlineOf = ({ contractId, offerId }: Attached, id: string) => ({
  params: { id: contractId, poid: offerId, aid: id },
  query: { inline: true },
});
