import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Ports of this machine: Usance's two listeners, and the proxy's listeners in front of them. */
export interface Ports {
  readonly customer: number;
  readonly internal: number;
  readonly people: number;
  readonly meters: number;
  readonly plain: number;
}

/** A proxy that `deploy/` has a configuration for. */
export interface ProxyKind {
  readonly name: string;
  /** Undefined if it is not installed. */
  readonly program: string | undefined;
  /** Writes its configuration into the folder, which also has the certificate; returns the program's arguments. */
  configure(folder: string, ports: Ports): string[];
}

/** The only address from which the test's configurations accept meters. */
export const meterAddress = '127.0.0.9';

const certificateIn = (folder: string) => join(folder, 'certificate.pem');
const keyIn = (folder: string) => join(folder, 'key.pem');

const nginx: ProxyKind = {
  name: 'nginx',
  program: process.env['NGINX_PATH'] ?? onPath('nginx'),
  configure: (folder, { customer, internal, people, meters, plain }) => {
    const file = change('nginx.conf', folder, [
      ['listen 443 ssl', `listen 127.0.0.1:${people} ssl`],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['    listen [::]:80;\n', ''],
      ['listen 10.0.0.5:8443', `listen 127.0.0.1:${meters}`],
      ['allow 10.0.0.0/24', `allow ${meterAddress}`],
      ['http://127.0.0.1:8081', `http://127.0.0.1:${internal}`],
      ['server 127.0.0.1:8080', `server 127.0.0.1:${customer}`],
      ['/etc/ssl/usance/fullchain.pem', certificateIn(folder)],
      ['/etc/ssl/usance/key.pem', keyIn(folder)],
    ]);
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
    // The workers of a root nginx would run as `nobody`, who cannot read the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const main = join(folder, 'main.conf');
    writeFileSync(
      main,
      `daemon off; pid ${folder}/pid; worker_processes 1; ${user} events {} http { access_log off; ${kept.join(' ')} include ${file}; }`,
    );
    return ['-e', 'stderr', '-p', folder, '-c', main];
  },
};

const caddy: ProxyKind = {
  name: 'Caddy',
  program: onPath('caddy'),
  configure: (folder, { customer, internal, people, meters, plain }) => {
    const certificate = `tls ${certificateIn(folder)} ${keyIn(folder)}`;
    const file = change('Caddyfile', folder, [
      ['{\n\tservers', `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plain}\n\tservers`],
      ['\nusance.example.com {', `\nhttps://usance.example.com:${people} {\n\tbind 127.0.0.1\n\t${certificate}`],
      ['usance.internal:8443', `usance.internal:${meters}`],
      ['bind 10.0.0.5', 'bind 127.0.0.1'],
      ['tls internal', certificate],
      ['remote_ip 10.0.0.0/24', `remote_ip ${meterAddress}`],
      ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${customer}`],
      ['reverse_proxy 127.0.0.1:8081', `reverse_proxy 127.0.0.1:${internal}`],
    ]);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
};

export const deployedProxies = [nginx, caddy];

/** Copies a file of `deploy/` and changes only the values that differ by installation. */
function change(name: string, folder: string, changes: readonly (readonly [string, string])[]): string {
  const text = readFileSync(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8');
  const file = join(folder, name);
  writeFileSync(
    file,
    changes.reduce((sum, [from, to]) => {
      if (!sum.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
      return sum.replaceAll(from, to);
    }, text),
  );
  return file;
}

function onPath(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
}
