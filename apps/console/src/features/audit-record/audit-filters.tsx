import { Group, Input, InputBase } from '@mantine/core';
import { useEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import { type AuditRecordSearch, type ChangeAuditRecordSearch, longestWho } from './audit-record-search.ts';
import { auditedNouns } from './audited-nouns.ts';

interface AuditFiltersProps {
  search: AuditRecordSearch;
  onChange: ChangeAuditRecordSearch;
}

/** The filters by actor, noun and months. */
export function AuditFilters({ search: { who, what, from, to }, onChange }: AuditFiltersProps) {
  return (
    <Group gap={12} align="end">
      <WhoField who={who} onChange={(wanted) => onChange({ who: wanted })} />
      <ChoiceField
        label={m.audit_record_what()}
        placeholder={m.audit_record_any_kind()}
        options={auditedNouns.map(({ noun, word }) => ({ value: noun, label: word() }))}
        value={what ?? null}
        onChange={(noun) => onChange({ what: noun ?? undefined })}
        w={180}
        clearLabel={m.ui_clear_value({ name: m.audit_record_what() })}
      />
      <MonthRangeField
        label={m.audit_record_months()}
        value={[from ?? null, to ?? null]}
        onChange={([first, last]) => onChange({ from: first ?? undefined, to: last ?? undefined })}
      />
    </Group>
  );
}

interface WhoFieldProps {
  who: string | undefined;
  onChange: (who: string | undefined) => void;
}

/** The filter applies on Enter or when the field loses focus: a search per letter would read years of records. */
function WhoField({ who, onChange }: WhoFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Going back, or clearing all filters, changes it from outside.
  useEffect(() => {
    if (field.current) field.current.value = who ?? '';
  }, [who]);
  const ask = () => {
    const typed = field.current?.value.trim() || undefined;
    if (typed !== who) onChange(typed);
  };
  return (
    <InputBase
      ref={field}
      label={m.audit_record_who()}
      placeholder={m.audit_record_who_hint()}
      defaultValue={who}
      maxLength={longestWho}
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      w={220}
      onBlur={ask}
      onKeyDown={({ key }) => key === 'Enter' && ask()}
      __clearSection={
        <Input.ClearButton
          miw={24}
          mih={24}
          aria-label={m.ui_clear_value({ name: m.audit_record_who() })}
          onClick={() => onChange(undefined)}
        />
      }
      __clearable={who !== undefined}
    />
  );
}
