import classes from './skeleton-rows.module.css';

/**
 * Reserves the height of the rows while they load, so that the page does not jump; visible only once the wait is
 * noticeable.
 */
export function SkeletonRows({ rows, columns, shown }: { rows: number; columns: number; shown: boolean }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be told apart by
    <tr key={row}>
      {Array.from({ length: columns }, (_cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <span
            className={classes.skeleton}
            data-shown={shown || undefined}
            style={{ width: `${widths[(row + column * 3) % widths.length]}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}

const widths = [72, 54, 63, 80, 48];
