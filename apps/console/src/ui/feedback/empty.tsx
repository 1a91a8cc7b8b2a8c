import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import { Notice } from './notice.tsx';

interface EmptyProps {
  title: string;
  /** The future content, and when it comes. */
  children: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** A list before its first row, or a search without results. Never a dead end. */
export function Empty({ title, children, action }: EmptyProps) {
  return <Notice title={title} drawing={<EmptyDrawing />} texts={[children]} action={action} />;
}
