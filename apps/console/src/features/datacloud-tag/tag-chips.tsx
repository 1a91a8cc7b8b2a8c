import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import classes from './tag-chips.module.css';

type Tags = ListedDatacloud['tags'];

const mostShown = 3;
const written = ({ key, value }: Tags[number]) => (value === '' ? key : `${key}: ${value}`);

/** The first tags as chips, and the number of the others, whose names a tip shows. */
export function TagChips({ tags }: { tags: Tags }) {
  const others = tags.slice(mostShown);
  return (
    <span className={classes.chips}>
      {tags.slice(0, mostShown).map((tag) => (
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
