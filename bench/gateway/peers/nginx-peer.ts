import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { startContender } from '../start-contender.ts';
import type { StartPeer } from './peer.ts';

/**
 * Starts nginx from the system's packages as a proxy with persistent connections. It shows the minimum cost of
 * forwarding a call in any language.
 */
export const startNginx: StartPeer = async (provider, folder) => {
  if (spawnSync('nginx', ['-v']).error !== undefined) throw new Error('nginx is not installed on this system');
  const [port = 0] = await freePorts(1);
  const own = join(folder, 'nginx');
  mkdirSync(own);
  const file = join(own, 'nginx.conf');
  writeFileSync(file, configurationOf(own, port, provider.origin));
  const contender = await startContender({
    ...{ name: 'nginx', core: 0, port, readyPath: '/' },
    command: 'nginx',
    args: ['-p', own, '-c', file, '-e', 'stderr'],
    env: { PATH: process.env['PATH'] },
  });
  return { ...contender, headers: {} };
};

/** The configuration of one nginx process without logs. */
function configurationOf(folder: string, port: number, provider: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    events { worker_connections 4096; }
    http {
      access_log off;
      keepalive_requests 1000000000;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream provider { server ${new URL(provider).host}; keepalive 64; keepalive_requests 1000000000; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header connection ""; proxy_buffering off; }
      }
    }`;
}
