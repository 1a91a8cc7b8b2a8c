import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import { Notice } from './notice.tsx';

interface EmptyProps {
  title: string;
  /** What will stand here, and when. */
  children: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** A list before its first row, or a search without a result. Never a dead end. */
export function Empty({ title, children, action }: EmptyProps) {
  return <Notice title={title} drawing={<EmptyDrawing />} texts={[children]} action={action} />;
}
