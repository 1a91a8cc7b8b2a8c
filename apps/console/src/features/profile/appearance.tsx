import { NetworkError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { changeLocale, useLocale } from '../../ui/format/locale.ts';
import { Section } from '../../ui/page/section.tsx';
import classes from './profile.module.css';
import { useThemeChoice } from './use-theme-choice.ts';

/** The theme follows the account to every browser; the language stays in this one. */
export function Appearance() {
  const { theme, choose, error } = useThemeChoice();
  const locale = useLocale();
  // Refusals appear as notifications. A lost connection is shown here, after several failed attempts.
  return (
    <Section title={m.profile_appearance()}>
      <div className={classes.choices}>
        <div>
          <p className={classes.choice}>{m.profile_theme()}</p>
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
        </div>
        <div>
          <p className={classes.choice}>{m.profile_language()}</p>
          <Segments
            label={m.profile_language()}
            value={locale}
            // Each language has its own name, for readers who do not know the other.
            options={[
              { value: 'en', label: 'English' },
              { value: 'zh', label: '中文' },
            ]}
            onChange={changeLocale}
          />
          <p className={classes.hint}>{m.profile_language_hint()}</p>
        </div>
      </div>
    </Section>
  );
}
