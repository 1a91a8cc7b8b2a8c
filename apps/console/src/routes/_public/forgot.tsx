import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ForgotPage } from '../../features/password/forgot-page.tsx';

export const Route = createFileRoute('/_public/forgot')({ component: Forgot });

function Forgot() {
  const navigate = useNavigate();
  return <ForgotPage onSet={() => navigate({ to: '/signin', replace: true })} />;
}
