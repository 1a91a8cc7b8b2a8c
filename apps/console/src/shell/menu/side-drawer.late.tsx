import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar over the page of a narrow screen. */
export function SideDrawer({ opened, onClose, children }: SideDrawerProps) {
  // Only a drawer that was closed at first returns the focus when it closes.
  const [wasClosed, setWasClosed] = useState(false);
  useEffect(() => setWasClosed(true), []);
  return (
    <Drawer opened={wasClosed && opened} onClose={onClose} size={272} title="Usance">
      {children}
    </Drawer>
  );
}
