import { IconReceipt } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { Gallery } from '../../gallery.tsx';

export const Route = createFileRoute('/_auth/gallery')({
  staticData: { menu: 'home', label: () => 'Gallery', icon: IconReceipt, order: 1 },
  validateSearch: z.object({ page: z.catch(z._default(z.int(), 1), 1) }),
  component: () => <Gallery />,
});
