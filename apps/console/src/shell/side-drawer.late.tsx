import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side bar over the page of a narrow screen. */
export function SideDrawer({ opened, onClose, children }: SideDrawerProps) {
  // Only a drawer that has been closed gives the focus back to where it was when it opened.
  const [wasClosed, setWasClosed] = useState(false);
  useEffect(() => setWasClosed(true), []);
  return (
    <Drawer opened={wasClosed && opened} onClose={onClose} size={272} title="Usance">
      {children}
    </Drawer>
  );
}
