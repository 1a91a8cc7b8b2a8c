import { Input } from '@mantine/core';
import { boot } from '../../api/boot.ts';
import { m } from '../../paraglide/messages.js';
import { Segments } from '../../ui/field/segments.tsx';
import classes from './region-switch.module.css';
import { addressIn, type HostRegion, type RegionalHosts, regionAt } from './regional-hosts.ts';

interface RegionSwitchProps {
  /** The page that stands on both hosts. */
  path: '/signin' | '/signup';
  /** What was typed and goes along in the address. Addresses are kept and logged, so a password is never among it. */
  typed: Readonly<Record<string, string>>;
  hosts?: RegionalHosts | undefined;
  origin?: string;
  go?: (address: string) => void;
}

/** In which region somebody's account is: the other is another host, to which the browser goes. Nothing where there is one only. */
export function RegionSwitch({
  path,
  typed,
  hosts = boot().regionHosts,
  origin = location.origin,
  go = (address) => location.assign(address),
}: RegionSwitchProps) {
  if (hosts === undefined) return null;
  const options: { value: HostRegion; label: string }[] = [
    { value: 'us', label: m.regional_host_us() },
    { value: 'global', label: m.regional_host_global() },
  ];
  return (
    <Input.Wrapper label={m.regional_host_label()} labelElement="div" className={classes.region}>
      <Segments
        label={m.regional_host_label()}
        options={options}
        value={regionAt(hosts, origin)}
        onChange={(region) => go(addressIn(hosts[region], path, typed))}
      />
    </Input.Wrapper>
  );
}
