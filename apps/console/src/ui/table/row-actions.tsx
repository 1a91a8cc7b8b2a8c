import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * The actions of a row, as compact default buttons. The action that every row has comes first, so that its buttons line
 * up.
 */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" role="group">
      {children}
    </Group>
  );
}
