import { lateDialog } from './late-dialog.tsx';

/** AskFirst for pages whose first load has to do without it. */
export const LateAskFirst = lateDialog(async () => (await import('./ask-first.tsx')).AskFirst, 'opened');
