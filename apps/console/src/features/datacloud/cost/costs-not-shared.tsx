import * as m from '../../../i18n/messages.gen.ts';
import classes from './costs-not-shared.module.css';

/** Says why data clouds are shown without costs, and who can change it. */
export function CostsNotShared() {
  return <p className={classes.line}>{m.datacloud_costs_not_shared()}</p>;
}
