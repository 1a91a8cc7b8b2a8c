import { useQuery } from '@tanstack/react-query';
import type { AggDimension } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import type { Range } from '@usance/period/range';
import { memo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Donut } from '../../../ui/chart/donut.tsx';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { isRest } from '../../../ui/chart/series/series.ts';
import { Section } from '../../../ui/page/section.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { callFilters } from '../search/purchase-filters.ts';
import { narrowTo, partingOf, partsOf } from '../search/purchase-grouping.ts';
import type { PurchaseSearch } from '../search/purchase-search.ts';
import classes from './purchase-shares.module.css';

interface PurchaseSharesProps {
  contract: Contract;
  search: PurchaseSearch;
  range: Range;
  onDrill: (patch: Partial<PurchaseSearch>) => void;
}

/** The shares of the amount, in three groupings. */
export const PurchaseShares = memo(function PurchaseShares(props: PurchaseSharesProps) {
  return (
    <Section title={m.purchase_shares()}>
      <div className={classes.shares}>
        <Share by="product" title={m.purchase_by_product()} {...props} />
        <Share by="region" title={m.purchase_by_region()} {...props} />
        <Share by="cloud" title={m.purchase_by_cloud()} {...props} />
      </div>
    </Section>
  );
});

type ShareProps = PurchaseSharesProps & { by: 'product' | 'region' | 'cloud'; title: string };

function Share({ by, title, contract, search, range, onDrill }: ShareProps) {
  // Clouds are summed from their regions, so that one request serves both.
  const dimensions: AggDimension[] = by === 'product' ? ['product'] : ['cloudProvider', 'region'];
  const query = useQuery(
    purchaseQueries.aggregate(contract.id, { ...callFilters(search, range), aggDimensions: dimensions }),
  );
  return (
    <ChartSlot query={query} height={190}>
      {({ items }) => (
        <Donut
          title={title}
          parts={partsOf(by, items)}
          currency={contract.currency}
          partsLabel={partingOf(by).word()}
          onDrill={(id) => {
            if (!isRest(id)) onDrill(narrowTo(by, items, id));
          }}
        />
      )}
    </ChartSlot>
  );
}
