import { Input } from '@mantine/core';
import { boot } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';
import classes from './region-switch.module.css';
import { addressIn, type HostRegion, type RegionalHosts, regionAt } from './regional-hosts.ts';

interface RegionSwitchProps {
  /** The page, which exists on both hosts. */
  path: '/signin' | '/signup';
  /** The entries for the other host's URL. URLs are stored and logged, so they never include a password. */
  typed: Readonly<Record<string, string>>;
  hosts?: RegionalHosts | undefined;
  origin?: string;
}

/**
 * Lets the reader choose the region of their account. The other region is a link to another host, because moving past
 * a radio button by keyboard must not navigate. Renders nothing with a single region.
 */
export function RegionSwitch({ path, typed, hosts = boot().regionHosts, origin = location.origin }: RegionSwitchProps) {
  if (hosts === undefined) return null;
  const here = regionAt(hosts, origin);
  const regions: { value: HostRegion; label: string }[] = [
    { value: 'us', label: m.regional_host_us() },
    { value: 'global', label: m.regional_host_global() },
  ];
  return (
    <Input.Wrapper label={m.regional_host_label()} labelElement="div" className={classes.region}>
      <nav aria-label={m.regional_host_label()} className={classes.regions}>
        {regions.map(({ value, label }) => (
          <a
            key={value}
            href={addressIn(hosts[value], path, typed)}
            aria-current={value === here ? 'location' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
    </Input.Wrapper>
  );
}
