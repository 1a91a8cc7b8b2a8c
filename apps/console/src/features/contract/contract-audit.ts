import type { contracts } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, timeColumn } from '../../ui/audit/audited-table.ts';
import { buyerTypeWord, contractStateWord, serviceTypeWord } from './contract-words.ts';

export const contractAudit: AuditOf<typeof contracts> = {
  noun: 'contract',
  word: m.contract_audit_kind,
  calls: {
    get: 'read',
    create: m.contract_audit_call_create,
  },
  tables: {
    contract: {
      word: m.contract_audit_table,
      columns: {
        tags: m.contract_audit_field_tags,
        name: m.contract_audit_field_name,
        state: choiceColumn(m.audit_record_field_state, contractStateWord),
        buyer_name: m.contract_audit_field_buyer_name,
        buyer_type: choiceColumn(m.contract_audit_field_buyer_type, buyerTypeWord),
        service_type: choiceColumn(m.contract_audit_field_service_type, serviceTypeWord),
        currency: m.contract_audit_field_currency,
        seller: m.contract_audit_field_seller,
        bank_account: m.contract_audit_field_bank_account,
        commencing_on: timeColumn(m.contract_audit_field_commencing_on),
        sign_id: m.contract_audit_field_sign_id,
        brought_sign_id: m.contract_audit_field_brought_sign_id,
        is_study: m.contract_audit_field_is_study,
        shares_costs: m.contract_audit_field_shares_costs,
      },
    },
  },
};
