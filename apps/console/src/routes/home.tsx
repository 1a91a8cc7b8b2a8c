import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/home')({
  beforeLoad: () => {
    throw redirect({ to: '/', search: true, hash: true, replace: true });
  },
});
