import { fileURLToPath } from 'node:url';

/** The root folder of the checkout, without a slash at its end. */
export const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
