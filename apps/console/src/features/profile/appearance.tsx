import { NetworkError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Segments } from '../../ui/field/segments.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './profile.module.css';
import { useThemeChoice } from './use-theme-choice.ts';

/** Light or dark, at once and in every browser. */
export function Appearance() {
  const { theme, choose, error } = useThemeChoice();
  // A refusal is told by a message; that no reply came, only after several.
  return (
    <Section title={m.profile_appearance()}>
      <Segments
        label={m.profile_theme()}
        value={theme}
        options={[
          { value: 'dark', label: m.profile_theme_dark() },
          { value: 'light', label: m.profile_theme_light() },
        ]}
        onChange={choose}
      />
      <p className={classes.hint}>{m.profile_appearance_hint()}</p>
      <FormRefusal error={error instanceof NetworkError ? error : undefined} />
    </Section>
  );
}
