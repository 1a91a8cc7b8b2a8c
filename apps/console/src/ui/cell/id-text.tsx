import { CopyValue } from './copy-value.tsx';
import classes from './id-text.module.css';

interface IdTextProps {
  id: string;
  /** Ids longer than this are cut in the middle; both ends are what people compare. */
  longest?: number;
}

/** An id to compare and copy: fixed width, whole in the title, copied whole. */
export function IdText({ id, longest = 18 }: IdTextProps) {
  return (
    <span className={classes.id}>
      <span title={id} translate="no">
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
