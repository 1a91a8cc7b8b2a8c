import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import type { Range } from '@usance/period/range';
import { m } from '../../paraglide/messages.js';
import { Donut } from '../../ui/chart/donut.tsx';
import { restName } from '../../ui/chart/series.ts';
import { Section } from '../../ui/page/section.tsx';
import { ChartSlot } from './chart-slot.tsx';
import classes from './purchase.module.css';
import { usageQueries } from './purchase.queries.ts';
import { callFilters } from './purchase-filters.ts';
import { narrowTo, partings, partsOf } from './purchase-grouping.ts';
import type { UsageSearch } from './purchase-search.ts';

interface UsageSharesProps {
  contract: Contract;
  search: UsageSearch;
  range: Range;
  onDrill: (patch: Partial<UsageSearch>) => void;
}

/** What the amount is made of, three times over. */
export function UsageShares(props: UsageSharesProps) {
  return (
    <Section title={m.usage_shares()}>
      <div className={classes.shares}>
        <Share by="product" title={m.usage_by_product()} {...props} />
        <Share by="region" title={m.usage_by_region()} {...props} />
        <Share by="cloud" title={m.usage_by_cloud()} {...props} />
      </div>
    </Section>
  );
}

type ShareProps = UsageSharesProps & { by: 'product' | 'region' | 'cloud'; title: string };

function Share({ by, title, contract, search, range, onDrill }: ShareProps) {
  // Clouds are added up from their regions, so that both are one question.
  const { dimensions } = partings[by === 'cloud' ? 'region' : by];
  const query = useQuery(
    usageQueries.aggregate(contract.id, { ...callFilters(search, range), aggDimensions: dimensions }),
  );
  return (
    <ChartSlot query={query} height={190}>
      {({ items }) => (
        <Donut
          title={title}
          parts={partsOf(by, items)}
          currency={contract.currency}
          partsLabel={partings[by].word()}
          onDrill={(name) => {
            if (name !== restName) onDrill(narrowTo(by, items, name));
          }}
        />
      )}
    </ChartSlot>
  );
}
