import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../../shell/fallback/not-found-page.tsx';

/** Every address that no other route knows. */
export const Route = createFileRoute('/_public/$')({ component: NotFoundPage });
