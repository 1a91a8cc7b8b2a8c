import { Segments } from '../field/segments.tsx';

export type View = 'tiles' | 'table';

interface ViewSwitchProps {
  label: string;
  words: Readonly<Record<View, string>>;
  value: View;
  onChange: (view: View) => void;
}

/** Switches between tiles and rows of the same list. */
export function ViewSwitch({ label, words, value, onChange }: ViewSwitchProps) {
  return (
    <Segments
      label={label}
      value={value}
      options={[
        { value: 'tiles', label: words.tiles },
        { value: 'table', label: words.table },
      ]}
      onChange={(view) => {
        sessionStorage.setItem(storageKeyOf(location.pathname), view);
        onChange(view);
      }}
    />
  );
}

/** Returns the last choice on this path in this session. */
export function rememberedView(path: string): View {
  return sessionStorage.getItem(storageKeyOf(path)) === 'table' ? 'table' : 'tiles';
}

const storageKeyOf = (path: string) => `usance.view ${path}`;
