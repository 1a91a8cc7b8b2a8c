import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** What can be done with a row: compact buttons of the default look, what every row has first, so that it stands in one line. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" role="group">
      {children}
    </Group>
  );
}
