import { lateDialog } from './late-dialog.tsx';

/** AskFirst, loaded after the first page. */
export const LateAskFirst = lateDialog(async () => (await import('./ask-first.tsx')).AskFirst, 'opened');
