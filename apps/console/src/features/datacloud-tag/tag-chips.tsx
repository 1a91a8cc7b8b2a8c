import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import classes from './tag-chips.module.css';

type Tags = ListedDatacloud['tags'];

const written = ({ key, value }: Tags[number]) => (value === '' ? key : `${key}: ${value}`);

interface TagChipsProps {
  tags: Tags;
  /** The number of tags that are shown; one stays in one line with the number of the others. */
  most?: number;
}

/** The first tags as chips, and the number of the others, whose names a tip shows. */
export function TagChips({ tags, most = 3 }: TagChipsProps) {
  const others = tags.slice(most);
  return (
    <span className={classes.chips} data-line={most === 1 || undefined} title={tags.map(written).join(', ')} data-whole>
      {tags.slice(0, most).map((tag) => (
        <span key={tag.key} className={classes.chip} title={written(tag)}>
          <span className={classes.key}>{tag.key}</span>
          {tag.value !== '' && ` ${tag.value}`}
        </span>
      ))}
      {others.length > 0 && (
        <Tip label={others.map(written).join(', ')}>
          <button
            type="button"
            className={classes.others}
            aria-label={m.datacloud_tag_others({ count: others.length })}
          >
            +{others.length}
          </button>
        </Tip>
      )}
    </span>
  );
}
