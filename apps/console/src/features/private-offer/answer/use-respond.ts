import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '@usance/api/call';
import { type PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { call } from '../../../api/call.ts';
import { allOfContract } from '../../../api/query-client.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { privateOfferQueries } from '../private-offer.queries.ts';

interface Answer {
  body: CallBody<typeof privateOffers.respond>;
  idempotencyKey: string;
}

/**
 * Sends the buyer's answer to the terms on the screen, then refetches the offer, even after a refusal: a colleague
 * may have answered first.
 */
export function useRespond({ id, contractId, revision }: PrivateOffer, doneWord: () => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Answer) =>
      call(privateOffers.respond, {
        params: { id: contractId, poid: id },
        body: { ...body, revision },
        idempotencyKey,
      }),
    meta: { ignoreError: true },
    onSuccess: (answered) => {
      queryClient.setQueryData(privateOfferQueries.detail(contractId, id).queryKey, answered);
      // Prices, unbilled usage and the balance change with it.
      void queryClient.invalidateQueries(allOfContract(contractId));
      notify.success(doneWord());
    },
    onError: () => queryClient.invalidateQueries({ queryKey: privateOfferQueries.of(contractId) }),
  });
}
