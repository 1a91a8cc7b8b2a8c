import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ href: '/dataclouds', reloadDocument: false, replace: true });
  },
});
