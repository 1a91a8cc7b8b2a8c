import type { AuditChange } from '@usance/api/contract/audit-record';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './audit-changes.module.css';
import { AuditValue, type People } from './audit-value.tsx';
import { fieldName, rankOf, thingName } from './field-words.ts';

/** So many fields are seen at once; the making of a contract has twenty. */
const seenAtOnce = 4;

/** The changes of a call: the fields of each thing that differ, before and after. */
export function AuditChanges({ changes, people }: { changes: readonly AuditChange[]; people: People }) {
  return (
    <div className={classes.changes}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was noted never changes its place
        <Change key={index} change={change} people={people} />
      ))}
    </div>
  );
}

function Change({ change, people }: { change: AuditChange; people: People }) {
  const [isWhole, setWhole] = useState(false);
  const { of, before, after } = change;
  const fields = fieldsOf(change);
  const shown = isWhole ? fields : fields.slice(0, seenAtOnce);
  const left = fields.length - seenAtOnce;
  return (
    <div>
      <p className={classes.thing}>{titleOf(change)}</p>
      {fields.length === 0 && before !== null && after !== null && <p>{m.audit_record_unseen()}</p>}
      <dl className={classes.fields}>
        {shown.map((field) => (
          <div key={field}>
            <dt>{fieldName(of, field)}</dt>
            <dd>
              {before !== null && <AuditValue of={of} field={field} value={before[field]} people={people} isPast />}
              {before !== null && after !== null && (
                <span className={classes.arrow} role="img" aria-label={m.audit_record_became()}>
                  →
                </span>
              )}
              {after !== null && <AuditValue of={of} field={field} value={after[field]} people={people} />}
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        <button type="button" className={classes.fold} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? m.audit_record_show_less() : m.audit_record_show_more({ count: left })}
        </button>
      )}
    </div>
  );
}

function titleOf({ of, before, after }: AuditChange): string {
  const thing = thingName(of);
  if (before === null) return m.audit_record_created({ thing });
  return after === null ? m.audit_record_deleted({ thing }) : thing;
}

/** Of what is new or gone, what it never had says nothing, nor of which contract it is. */
function fieldsOf({ of, before, after }: AuditChange): string[] {
  const isUpdate = before !== null && after !== null;
  return Object.entries({ ...before, ...after })
    .filter(([field, value]) => isUpdate || (field !== 'contract_id' && value !== null && value !== ''))
    .map(([field]) => field)
    .sort((left, right) => rankOf(of, left) - rankOf(of, right));
}
