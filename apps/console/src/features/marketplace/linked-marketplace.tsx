import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { MarketplaceLink } from '@usance/api/marketplace/marketplace-link';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { cloudName } from '../cloud/cloud-words.ts';
import classes from './linked-marketplace.module.css';
import { marketplaceQueries } from './marketplace.queries.ts';

/** The marketplace that bills a contract's usage, if there is one. Details that cannot be loaded are left out. */
export function LinkedMarketplace({ contract }: { contract: Contract }) {
  const isLinked = contract.marketplace.state === 'activated';
  const { data, isError } = useQuery({ ...marketplaceQueries.detail(contract.id), enabled: isLinked });
  if (isError && !data) return null;
  return (
    <Section title={m.marketplace_section()} id="marketplace">
      {!isLinked && <NotLinked mayLink={contract.permissions?.canAdminister === true} />}
      {isLinked && !data && <div className={classes.waiting} aria-busy="true" />}
      {isLinked && data && <LinkFacts link={data} zone={contract.billingZone} />}
    </Section>
  );
}

function NotLinked({ mayLink }: { mayLink: boolean }) {
  return (
    <p className={classes.none}>
      {m.marketplace_none()} {mayLink && <Link to="/marketplace">{m.marketplace_link_one()}</Link>}
    </p>
  );
}

function LinkFacts({ link, zone }: { link: MarketplaceLink; zone: Contract['billingZone'] }) {
  const { cloudProvider = '', gmtActivated, operator, accountID = '', instanceID = '' } = link;
  return (
    <Facts
      facts={[
        [
          m.marketplace_state(),
          <StatusTag key="state" tone="good">
            {m.marketplace_state_activated()}
          </StatusTag>,
        ],
        [m.marketplace_cloud(), cloudName(cloudProvider)],
        [m.marketplace_activated_at(), gmtActivated && <InstantText key="at" at={gmtActivated} zone={zone} />],
        [m.marketplace_operator(), operator || '–'],
        ...idFact(m.marketplace_account_id(), accountID),
        ...idFact(m.marketplace_instance_id(), instanceID),
      ]}
    />
  );
}

/** Some marketplaces lack some of the ids. */
const idFact = (name: string, id: string) =>
  id === '' ? [] : [[name, <IdText key={name} id={id} longest={40} />] as const];
