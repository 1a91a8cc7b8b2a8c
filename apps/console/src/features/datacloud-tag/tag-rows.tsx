import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { mostTags, type Tag } from '@usance/api/contract/datacloud-tag';
import { useContext, useRef } from 'react';
import { flushSync } from 'react-dom';
import * as m from '../../i18n/messages.gen.ts';
import { SayFilledIn } from '../../ui/form/say-filled-in.ts';
import { IconX } from '../../ui/icon/icons.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import classes from './tag-rows.module.css';

interface TagRowsProps {
  form: UseFormReturnType<{ tags: Tag[] }>;
}

/** A row of two fields for each tag. The focus goes to an added row, and to the neighbour of a removed one. */
export function TagRows({ form }: TagRowsProps) {
  const { tags } = form.values;
  const adding = useRef<HTMLButtonElement>(null);
  const focusRow = (index: number) => {
    const field = form.getInputNode(`tags.${index}.key`) ?? adding.current;
    field?.focus();
  };
  const sayFilledIn = useContext(SayFilledIn);
  const add = () => {
    sayFilledIn();
    flushSync(() => form.insertListItem('tags', { key: '', value: '' }));
    focusRow(tags.length);
  };
  const remove = (index: number) => {
    sayFilledIn();
    flushSync(() => form.removeListItem('tags', index));
    focusRow(Math.min(index, tags.length - 2));
  };
  return (
    <>
      {tags.map((tag, index) => (
        <fieldset
          key={form.key(`tags.${index}`)}
          className={classes.row}
          aria-label={m.datacloud_tag_row({ number: index + 1 })}
        >
          <TextInput
            label={m.datacloud_tag_key()}
            maxLength={64}
            spellCheck={false}
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            {...form.getInputProps(`tags.${index}.key`)}
          />
          <TextInput
            label={m.datacloud_tag_value()}
            maxLength={256}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps(`tags.${index}.value`)}
          />
          <Tip label={m.datacloud_tag_remove()}>
            <ActionIcon
              variant="default"
              size={32}
              className={classes.remove}
              aria-label={m.datacloud_tag_remove_one({ key: tag.key })}
              onClick={() => remove(index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tip>
        </fieldset>
      ))}
      <div className={classes.add}>
        <Button ref={adding} variant="default" size="xs" disabled={tags.length >= mostTags} onClick={add}>
          {m.datacloud_tag_add()}
        </Button>
        <span className={classes.count}>{m.datacloud_tag_count({ count: tags.length, max: mostTags })}</span>
      </div>
    </>
  );
}
