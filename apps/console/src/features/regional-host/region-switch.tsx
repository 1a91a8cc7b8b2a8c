import { Input } from '@mantine/core';
import { boot } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';
import classes from './region-switch.module.css';
import { addressIn, type HostRegion, type RegionalHosts, regionAt } from './regional-hosts.ts';

interface RegionSwitchProps {
  /** The page that stands on both hosts. */
  path: '/signin' | '/signup';
  /** What was typed and goes along in the address. Addresses are kept and logged, so a password is never among it. */
  typed: Readonly<Record<string, string>>;
  hosts?: RegionalHosts | undefined;
  origin?: string;
}

/**
 * In which region somebody's account is: the other is another host, to which a link leads, since who moves past a choice by
 * keyboard must not be sent away by it. Nothing where there is one only.
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
