import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The actions of a row, as compact buttons of the default look. The action that every row has comes first, so that it stands in one line. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" role="group">
      {children}
    </Group>
  );
}
