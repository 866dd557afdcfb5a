import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';

/** The subject of everybody who signs on at the provider. */
export const PROVIDER_SUBJECT = 'grace-at-the-provider';

/** An OpenID provider in a process of its own. */
export interface OpenIdProcess {
  readonly issuer: string;
  /** Changes the groups of the user. */
  setGroups(groups: readonly string[]): Promise<void>;
  /** Removes the user. */
  removeUser(): Promise<void>;
  /** Ends the process without notice. */
  kill(): Promise<void>;
}

interface ProviderSettings {
  readonly port: number;
  readonly redirectUrl: string;
  readonly clientSecret: string;
  readonly keyId: string;
  /** Milliseconds by which the clock of the provider is ahead. */
  readonly skewMs?: number;
}

/** Starts an OpenID provider and waits until it answers. */
export async function startOpenIdProcess(settings: ProviderSettings): Promise<OpenIdProcess> {
  const { port, redirectUrl, clientSecret, keyId, skewMs = 0 } = settings;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = spawn(process.execPath, [join(import.meta.dirname, 'open-id-provider.mjs')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      REDIRECT_URL: redirectUrl,
      CLIENT_SECRET: clientSecret,
      KEY_ID: keyId,
      SKEW_MS: String(skewMs),
    },
  });
  const ended = once(provider, 'exit');
  await waitUntil(async () => (await fetch(`${issuer}/.well-known/openid-configuration`)).ok, 60);
  const control = async (query: string): Promise<void> => {
    await (await fetch(`${issuer}/control?${query}`)).text();
  };
  return {
    issuer,
    setGroups: (groups) => control(`groups=${groups.join(',')}`),
    removeUser: () => control('unknown'),
    async kill() {
      provider.kill('SIGKILL');
      await ended;
    },
  };
}

/** Signs on as a browser does, and returns the address to which the provider sends the browser back. */
export async function signOnAtProvider(authorizationUrl: string, redirectUrl: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(authorizationUrl);
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    url = new URL(answer.headers.get('location') ?? '', url);
    if (url.href.startsWith(redirectUrl)) return url;
  }
  throw new Error(`The provider did not send the browser back, but to ${url.href}.`);
}
