/**
 * Imported for the wait alone: what is imported before it runs in one task, and what is imported after it in the next.
 * Together all files of the frame are the longest task there is, in which the browser could do nothing else.
 */
await new Promise((resolve) => setTimeout(resolve));

export {};
