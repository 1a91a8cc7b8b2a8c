import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { contractRoleQueries } from '../../features/contract-role/contract-role.queries.ts';
import { costViewQueries } from '../../features/cost-view/cost-view.queries.ts';
import { datacloudQueries } from '../../features/datacloud/datacloud.queries.ts';
import { offerTitle } from '../../features/private-offer/page/offer-title.ts';
import { privateOfferQueries } from '../../features/private-offer/private-offer.queries.ts';
import { statementQueries } from '../../features/statement/statement.queries.ts';
import * as m from '../../i18n/messages.gen.ts';
import { formatMonth } from '../../ui/format/dates.ts';
import type { PaletteGroup } from './palette-entry.ts';

/** Ten years of statements. */
const statementsAtMost = 120;
const offersAtMost = 100;

interface Found {
  groups: PaletteGroup[];
  isLoading: boolean;
  isPartial: boolean;
}

/** Returns contracts and data clouds of the reader, and statements, offers and people of one contract. */
export function useFoundGroups(contract: Contract | undefined): Found {
  const { id: contractId = '', billingZone = 'UTC', permissions } = contract ?? {};
  const readsBills = permissions?.canReadBilling === true;
  const contracts = useQuery(contractQueries.all());
  const dataclouds = useQuery({ ...datacloudQueries.all(), refetchInterval: false });
  const statements = useQuery({ ...statementQueries.newest(contractId, statementsAtMost), enabled: readsBills });
  const offers = useQuery({
    ...privateOfferQueries.list(contractId, { page: 1, pageSize: offersAtMost }),
    enabled: readsBills,
  });
  const views = useQuery({ ...costViewQueries.all(contractId), enabled: permissions?.canReadCosts === true });
  const roles = useQuery({ ...contractRoleQueries.list(contractId), enabled: contract !== undefined });
  const all = [contracts, dataclouds, statements, offers, views, roles];
  return {
    isLoading: all.some(({ isLoading }) => isLoading),
    isPartial: all.some(({ isError }) => isError),
    groups: [
      {
        title: m.contract_list(),
        entries: (contracts.data?.items ?? []).map(({ id, tags, name, signID, buyerName }) => ({
          id,
          label: tags,
          hint: buyerName,
          words: [id, name, signID],
          leads: { to: '/contracts/$contractId/overview', params: { contractId: id } },
        })),
      },
      {
        title: m.datacloud_list(),
        isFoundOnly: true,
        entries: (dataclouds.data?.items ?? []).map((datacloud) => ({
          id: datacloud.id,
          label: datacloud.name,
          hint: `${datacloud.contractTags} · ${datacloud.regionName}`,
          words: [datacloud.id, datacloud.region],
          leads: {
            to: '/contracts/$contractId/dataclouds',
            params: { contractId: datacloud.contractId },
            search: { find: datacloud.name },
          },
        })),
      },
      {
        title: m.statement_list(),
        isFoundOnly: true,
        entries: (statements.data?.items ?? []).map(({ id, month, payableAmountFormatted }) => ({
          id,
          label: m.palette_statement({ month: formatMonth(month) }),
          hint: payableAmountFormatted,
          words: [id, month],
          leads: {
            to: '/billing-center/$contractId/statements/$statementId',
            params: { contractId, statementId: id },
          },
        })),
      },
      {
        title: m.cost_view_list(),
        isFoundOnly: true,
        entries: (views.data?.items ?? []).map(({ id, name, maker, isMine }) => ({
          id,
          label: name,
          hint: isMine ? m.purchase_title() : maker,
          words: [id],
          leads: { to: '/billing-center/$contractId/cost-views/$viewId', params: { contractId, viewId: id } },
        })),
      },
      {
        title: m.private_offer_list(),
        isFoundOnly: true,
        entries: (offers.data?.items ?? []).map((offer) => ({
          id: offer.id,
          label: offerTitle(offer, billingZone),
          words: [offer.id, offer.comment ?? ''],
          leads: {
            to: '/billing-center/$contractId/private-offers/$offerId',
            params: { contractId, offerId: offer.id },
          },
        })),
      },
      {
        title: m.palette_people(),
        isFoundOnly: true,
        entries: (roles.data?.items ?? []).flatMap(({ name: role, children }) =>
          children
            .filter(({ type }) => type === 'user')
            .map(({ id, name }) => ({
              id: `${role} ${id}`,
              label: name,
              hint: role,
              leads: { to: '/contracts/$contractId/access-control/$role', params: { contractId, role } },
            })),
        ),
      },
    ],
  };
}
