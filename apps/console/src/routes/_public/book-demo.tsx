import { createFileRoute, notFound } from '@tanstack/react-router';
import { boot, consoleVariant } from '../../api/boot.ts';
import { BookDemoPage } from '../../features/demo-booking/book-demo-page.tsx';

export const Route = createFileRoute('/_public/book-demo')({
  beforeLoad: () => {
    // Self-hosted installations offer no demos.
    if (consoleVariant() === 'self-hosted') throw notFound();
  },
  component: () => <BookDemoPage formUrl={boot().demoFormUrl} />,
});
