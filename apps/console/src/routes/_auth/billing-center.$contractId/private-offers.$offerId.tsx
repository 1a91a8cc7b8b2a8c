import { Button } from '@mantine/core';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { isRefusal } from '../../../api/api-error.ts';
import { attachmentQueries } from '../../../features/attachment/attachment.queries.ts';
import { AttachmentSection } from '../../../features/attachment/attachment-section.tsx';
import { contractQueries } from '../../../features/contract/contract.queries.ts';
import { OfferComparisonSection } from '../../../features/offer-comparison/offer-comparison-section.tsx';
import { offerTitle } from '../../../features/private-offer/page/offer-title.ts';
import { PrivateOfferPage } from '../../../features/private-offer/page/private-offer-page.tsx';
import { privateOfferQueries } from '../../../features/private-offer/private-offer.queries.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { MessagePage } from '../../../shell/fallback/message-page.tsx';

export const Route = createFileRoute('/_auth/billing-center/$contractId/private-offers/$offerId')({
  staticData: {
    crumb: ({ loaderData, params }) => (loaderData as { title: string } | undefined)?.title ?? params['offerId'] ?? '',
  },
  loader: async ({ context: { queryClient }, params: { contractId, offerId } }) => {
    void queryClient.prefetchQuery(attachmentQueries.list({ contractId, offerId }));
    const { billingZone: zone } = await queryClient.ensureQueryData(contractQueries.detail(contractId));
    const offer = await queryClient.ensureQueryData(privateOfferQueries.detail(contractId, offerId)).catch((error) => {
      // A misspelt id also means that there is no such offer.
      throw isRefusal(error) && (error.status === 404 || error.status === 400) ? notFound() : error;
    });
    return { zone, title: offerTitle(offer, zone) };
  },
  component: Offer,
  notFoundComponent: OfferNotFound,
});

function Offer() {
  const { contractId, offerId } = Route.useParams();
  const { zone } = Route.useLoaderData();
  return (
    <PrivateOfferPage
      contractId={contractId}
      offerId={offerId}
      comparison={<OfferComparisonSection contractId={contractId} offerId={offerId} />}
      attachments={<AttachmentSection of={{ contractId, offerId }} zone={zone} />}
    />
  );
}

function OfferNotFound() {
  const { contractId } = Route.useParams();
  return (
    <MessagePage
      title={m.private_offer_not_found()}
      action={
        <Button
          renderRoot={(props) => (
            <Link to="/billing-center/$contractId/private-offers" params={{ contractId }} {...props} />
          )}
        >
          {m.private_offer_see_all()}
        </Button>
      }
    >
      <p>{m.private_offer_not_found_hint()}</p>
    </MessagePage>
  );
}
