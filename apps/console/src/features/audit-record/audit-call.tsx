import { Link } from '@tanstack/react-router';
import type { AuditRecord, NamedThing } from '@usance/api/contract/audit-record';
import * as m from '../../i18n/messages.gen.ts';
import { formatMonth } from '../../ui/format/dates.ts';
import classes from './audit-changes.module.css';
import { callName } from './call-words.ts';

interface AuditCallProps {
  record: Pick<AuditRecord, 'call' | 'things'>;
  contractId: string;
}

/** The sentence that says what a call did; each thing that it names leads to its page. */
export function AuditCall({ record, contractId }: AuditCallProps) {
  const { call } = record;
  const things = record.things.filter(({ kind }) => kind !== 'account' || /^(internal\.)?contract-role\./.test(call));
  const [only] = things;
  if (confirms.test(call) && only?.kind === 'statement' && things.length === 1)
    return (
      <Leading thing={only} contractId={contractId}>
        {m.audit_record_confirmed_statement({ month: formatMonth(only.month), amount: only.payableFormatted })}
      </Leading>
    );
  return (
    <div className={classes.wrapped}>
      <bdi>{callName(call)}</bdi>
      {things.length > 0 && (
        <ul className={classes.things}>
          {things.map((thing) => (
            <li key={thing.id}>
              <Leading thing={thing} contractId={contractId}>
                {thingText(thing)}
              </Leading>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const confirms = /^statement\.confirm(-due)?$/;

function thingText(thing: NamedThing): string {
  switch (thing.kind) {
    case 'statement':
      return m.audit_record_thing_statement({ month: formatMonth(thing.month), amount: thing.payableFormatted });
    case 'voucher':
      return m.audit_record_thing_voucher({ amount: thing.denominationFormatted });
    case 'datacloud':
      return thing.name;
    case 'private-offer':
      return m.audit_record_thing_offer({ id: thing.id });
    case 'account':
      return thing.email;
  }
}

/** People have no page of their own. */
function Leading({ thing, contractId, children }: { thing: NamedThing; contractId: string; children: string }) {
  const params = { contractId };
  switch (thing.kind) {
    case 'statement':
      return (
        <Link
          to="/billing-center/$contractId/statements/$statementId"
          params={{ ...params, statementId: thing.id }}
          className={classes.wrapped}
        >
          {children}
        </Link>
      );
    case 'voucher':
      return (
        <Link to="/billing-center/$contractId/vouchers" params={params}>
          {children}
        </Link>
      );
    case 'datacloud':
      return (
        <Link to="/contracts/$contractId/dataclouds" params={params}>
          {children}
        </Link>
      );
    case 'private-offer':
      return (
        <Link to="/billing-center/$contractId/private-offers/$offerId" params={{ ...params, offerId: thing.id }}>
          {children}
        </Link>
      );
    case 'account':
      return <bdi>{children}</bdi>;
  }
}
