import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ContractRole, RoleMember } from '@usance/api/contract/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import { formatCount } from '../../ui/format/formatters.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import rows from '../../ui/page/row-list.module.css';
import classes from './contract-role.module.css';
import { contractRoleQueries } from './contract-role.queries.ts';
import { roleMeaning } from './contract-role-words.ts';
import { GrantButton } from './grant-button.tsx';
import { isIn, type RoleScene, rolePath } from './role-scene.ts';
import { useGrantRole } from './use-grant-role.tsx';

interface RoleListPageProps {
  contractId: string;
  scene: RoleScene;
}

/** The roles of a contract, with their meaning and members, and a way to grant them. */
export function RoleListPage({ contractId, scene }: RoleListPageProps) {
  const { data, error, refetch } = useQuery(contractRoleQueries.list(contractId));
  const { grant, dialog } = useGrantRole();
  const roles = data?.items.filter(({ type, name }) => type === 'role' && isIn(scene, name));
  return (
    <>
      <PageHeader title={m.contract_role_list()} lead={m.contract_role_list_lead()} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!roles && !error && <LoadingPlaceholder scene={scene} />}
      {roles && (
        <ul className={rows.rows} aria-label={m.contract_role_list()}>
          {roles.map((role) => (
            <li key={role.name} className={rows.row}>
              <div>
                <Link to={rolePath[scene]} params={{ contractId, role: role.name }} className={classes.role}>
                  {role.name}
                </Link>
                <p className={classes.meaning}>{roleMeaning[role.name]()}</p>
                <Members role={role} />
              </div>
              <GrantButton role={role} isOneOfMany onGrant={() => grant(role)} />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}

// The role's own page lists all members.
const mostNamed = 5;

function Members({ role: { children } }: { role: ContractRole }) {
  const more = children.length - mostNamed;
  return (
    <dl className={rows.facts}>
      <div>
        <dt>{m.contract_role_members()}</dt>
        {children.length === 0 && <dd>{m.contract_role_no_members()}</dd>}
        {children.slice(0, mostNamed).map((member) => (
          <dd key={member.id}>{nameOf(member)}</dd>
        ))}
        {more > 0 && <dd>{m.contract_role_more_members({ count: formatCount(more) })}</dd>}
      </div>
    </dl>
  );
}

const nameOf = ({ type, name }: RoleMember) => (type === 'role' ? m.contract_role_as_member({ role: name }) : name);

/** A placeholder as high as the roles. */
function LoadingPlaceholder({ scene }: { scene: RoleScene }) {
  const isLate = useDelayed(true);
  return (
    <div className={classes.waiting} data-shown={isLate || undefined} aria-busy="true">
      {Array.from({ length: scene === 'billing' ? 2 : 5 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <i key={index} />
      ))}
    </div>
  );
}
