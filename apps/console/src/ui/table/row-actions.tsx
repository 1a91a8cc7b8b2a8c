import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * The actions of a row, as compact default buttons. The action that every row has comes first, so that its buttons line
 * up. With `wraps` they stand below each other where a table has no room.
 */
export function RowActions({ children, wraps = false }: { children: ReactNode; wraps?: boolean }) {
  return (
    <Group gap={8} wrap={wraps ? 'wrap' : 'nowrap'} role="group">
      {children}
    </Group>
  );
}
