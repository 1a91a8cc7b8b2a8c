import type { ContractLifecycle, contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, timeColumn } from '../../ui/audit/audited-table.ts';
import { contractStateWord } from '../contract/contract-words.ts';

export const contractLifecycleAudit: AuditOf<typeof contractLifecycles> = {
  noun: 'contract-lifecycle',
  word: m.contract_lifecycle_audit_kind,
  calls: {
    create: m.contract_lifecycle_audit_call_create,
    update: m.contract_lifecycle_audit_call_update,
    follow: m.contract_lifecycle_audit_act_follow,
  },
  tables: {
    contract_lifecycle: {
      word: m.contract_lifecycle_audit_table,
      columns: {
        from_state: choiceColumn(m.contract_lifecycle_audit_field_from_state, contractStateWord),
        state: choiceColumn(m.contract_lifecycle_audit_field_state, contractStateWord),
        progress: choiceColumn<ContractLifecycle['progress']>(m.contract_lifecycle_audit_field_progress, {
          planned: m.contract_lifecycle_audit_progress_planned,
          taken: m.contract_lifecycle_audit_progress_taken,
          withdrawn: m.contract_lifecycle_audit_progress_withdrawn,
          refused: m.contract_lifecycle_audit_progress_refused,
        }),
        effective_at: timeColumn(m.contract_lifecycle_audit_field_effective_at),
        successor_id: m.contract_lifecycle_audit_field_successor_id,
      },
    },
  },
};
