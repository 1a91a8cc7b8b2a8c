const isMac = () => /Mac|iP/.test(navigator.platform);

/** The keys that open the palette, as this computer's keyboard has them. */
export const searchKeys = (): string[] => (isMac() ? ['⌘', 'K'] : ['Ctrl', 'K']);

export function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey;
}
