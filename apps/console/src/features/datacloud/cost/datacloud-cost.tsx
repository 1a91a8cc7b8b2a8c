import { Link } from '@tanstack/react-router';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { AmountCourse } from '../../purchase/groups/amount-course.tsx';
import { signedPercent } from '../../purchase/groups/percent-text.ts';
import classes from './datacloud-cost.module.css';
import { type CostsOf, useCosts } from './use-costs.ts';

/** The cost of a data cloud in the month so far, its days and its change. Each has its place before it is known. */
export function DatacloudCost(of: CostsOf) {
  const change = useCosts(of)?.change;
  return (
    <div className={classes.cost}>
      <span className={classes.label}>{m.datacloud_month_so_far()}</span>
      <span className={classes.amount} data-figures>
        <CostAmount {...of} />
      </span>
      <span className={classes.course}>
        <CostCourse {...of} />
      </span>
      <span className={classes.change} title={change?.text}>
        {change?.text}
      </span>
    </div>
  );
}

/** The amount, which leads to the objects of the data cloud. */
function CostAmount(of: CostsOf) {
  const { datacloud, contract } = of;
  const costs = useCosts(of);
  if (costs === undefined) return '—';
  return (
    <Link
      to="/billing-center/$contractId/cost-analysis"
      params={{ contractId: contract.id }}
      search={{ datacloudID: [datacloud.id], groupBy: 'object', changed: 'objectID' }}
    >
      <MoneyText amount={costs.amount} currency={contract.currency} />
    </Link>
  );
}

/** The same in a table's row, with the change in per cent. */
export function CostInRow(of: CostsOf) {
  const costs = useCosts(of);
  const percent = costs?.compared?.changePercent ?? null;
  return (
    <span className={classes.row}>
      <span className={classes.rowAmount}>
        <CostAmount {...of} />
      </span>
      <span className={classes.percent} title={costs?.change?.text} data-not-taken>
        {percent !== null && signedPercent(percent)}
      </span>
      <span className={classes.course}>
        <CostCourse {...of} />
      </span>
    </span>
  );
}

/** A small bar for each day of the month so far. */
function CostCourse(of: CostsOf) {
  const costs = useCosts(of);
  return costs && <AmountCourse steps={costs.steps} currency={of.contract.currency} />;
}
