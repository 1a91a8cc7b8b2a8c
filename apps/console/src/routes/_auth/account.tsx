import { createFileRoute } from '@tanstack/react-router';
import { consoleVariant } from '../../api/boot.ts';
import { NotificationCard } from '../../features/notification/notification-card.tsx';
import { PasskeyCard } from '../../features/passkey/passkey-card.tsx';
import { profileQueries } from '../../features/profile/profile.queries.ts';
import { ProfilePage } from '../../features/profile/profile-page.tsx';
import { SecondFactorCard } from '../../features/second-factor/second-factor-card.tsx';
import { SessionList } from '../../features/session/session-list.tsx';
import * as m from '../../i18n/messages.gen.ts';
import { IconUserCircle } from '../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/account')({
  staticData: { menu: 'avatar', icon: IconUserCircle, order: 10, goKey: 'u', label: m.profile_title, section: 'home' },
  loader: ({ context }) => context.queryClient.ensureQueryData(profileQueries.own()),
  component: Account,
});

function Account() {
  const navigate = Route.useNavigate();
  return (
    <ProfilePage
      variant={consoleVariant()}
      sessions={
        <>
          <SecondFactorCard />
          <PasskeyCard />
          <NotificationCard />
          <SessionList />
        </>
      }
      onSignOut={() => navigate({ to: '/logout' })}
    />
  );
}
