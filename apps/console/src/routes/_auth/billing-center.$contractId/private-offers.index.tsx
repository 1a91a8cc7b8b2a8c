import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { privateOfferSearch } from '../../../features/private-offer/list/private-offer-search.ts';
import { PrivateOffersPage } from '../../../features/private-offer/list/private-offers-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconTag } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/private-offers/')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconTag,
    order: 50,
    goKey: 'o',
    label: m.private_offer_list,
    crumb: () => '',
  },
  validateSearch: privateOfferSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(privateOfferSearch))] },
  component: PrivateOffers,
});

function PrivateOffers() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <PrivateOffersPage
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
