import { TextInput } from '@mantine/core';
import { useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';

/** Object ids are too many to list: the reader types or pastes one, and Enter adds it as a chip. */
export function ObjectFilter({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const id = text.trim();
        if (id === '') return;
        onChange([...new Set([...chosen, id])]);
        setText('');
      }}
    >
      <TextInput
        label={m.purchase_object_id()}
        placeholder={m.purchase_object_placeholder()}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={300}
        spellCheck={false}
        autoComplete="off"
        enterKeyHint="search"
      />
    </form>
  );
}
