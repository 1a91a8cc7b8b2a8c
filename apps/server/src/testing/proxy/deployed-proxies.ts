import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Ports of this machine: of Usance's two listeners, and of the doors that the proxy opens in front of them. */
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
  /** Undefined where it is not installed. */
  readonly program: string | undefined;
  /** Writes its configuration into the folder, where the certificate is too; answers the program's arguments. */
  configure(folder: string, ports: Ports): string[];
}

/** The one address that the configurations of a test let meters come from. */
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
    // Root's workers would be `nobody`, whom the folder is closed to.
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

/** Copies a file of `deploy/`, with what is another's in each installation changed, and nothing else. */
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
