import { CopyValue } from './copy-value.tsx';
import classes from './id-text.module.css';

interface IdTextProps {
  id: string;
  /** Longer ids are cut in the middle, because people compare both ends. */
  longest?: number;
}

/** An id in a fixed-width font; the title and the copy have all of it. */
export function IdText({ id, longest = 18 }: IdTextProps) {
  return (
    <span className={classes.id}>
      <span title={id} data-whole translate="no">
        {cutInMiddle(id, longest)}
      </span>
      <CopyValue value={id} />
    </span>
  );
}

function cutInMiddle(id: string, longest: number): string {
  if (id.length <= longest) return id;
  const tail = Math.floor((longest - 1) / 2);
  return `${id.slice(0, longest - 1 - tail)}…${id.slice(-tail)}`;
}
