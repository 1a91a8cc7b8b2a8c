import { ActionIcon, CopyButton } from '@mantine/core';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IconCheck, IconCopy } from '../../ui/icon/icons.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import classes from './audit-changes.module.css';
import { rawText, valueName } from './field-words.ts';

/** A longer text is folded: one field must not push a page of records out of sight. */
const longest = 80;

/** The e-mail of a person by the id of their account. */
export type People = ReadonlyMap<string, string>;

interface AuditValueProps {
  of: string;
  field: string;
  value: unknown;
  people: People;
  /** It is no more. */
  isPast?: boolean;
}

/** A value of a field, in words where it is one of ours; a long one can be unfolded, and is copied whole. */
export function AuditValue({ of, field, value, people, isPast = false }: AuditValueProps) {
  const [isWhole, setWhole] = useState(false);
  const email = typeof value === 'string' ? people.get(value) : undefined;
  const text = email ?? valueName(of, field, value);
  if (text.length <= longest) return <Text isPast={isPast}>{text}</Text>;
  return (
    <span>
      <Text isPast={isPast}>{isWhole ? text : startOf(text)}</Text>{' '}
      <span className={classes.together}>
        <button type="button" className={classes.fold} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? m.audit_record_show_less() : m.audit_record_show_whole()}
        </button>
        <CopyButton value={rawText(value)} timeout={2000}>
          {({ copied, copy }) => (
            <Tip label={copied ? m.ui_copied() : m.ui_copy()} opened={copied}>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                onClick={copy}
                aria-label={m.ui_copy()}
                data-screen-only
              >
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            </Tip>
          )}
        </CopyButton>
      </span>
    </span>
  );
}

/** Never half of a character that counts as two. */
function startOf(text: string): string {
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text in its own direction, which must not turn the text around it. */
function Text({ isPast, children }: { isPast: boolean; children: string }) {
  return (
    <bdi className={classes.value} data-past={isPast || undefined}>
      {children}
    </bdi>
  );
}
