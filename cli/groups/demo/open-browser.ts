import { spawn } from 'node:child_process';
import type { Environment } from '../../settings/environment.ts';

/** The reason why no browser can be opened here; undefined if one can. */
export function browserObstacle(env: Environment, platform: NodeJS.Platform): string | undefined {
  if ((env['BROWSER'] ?? '') !== '') return undefined;
  if ((env['SSH_CONNECTION'] ?? '') !== '') return 'this is a remote shell';
  if (env['CI'] !== undefined) return 'CI is set';
  if (platform !== 'linux') return undefined;
  const hasDisplay = (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
  return hasDisplay ? undefined : 'there is no display';
}

/**
 * Opens an address in `$BROWSER` or the browser of the desktop. The browser outlives this process, and its output is
 * dropped.
 */
export function openBrowser(url: string, env: Environment, platform: NodeJS.Platform): void {
  const program = env['BROWSER'] || (platform === 'darwin' ? 'open' : 'xdg-open');
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' });
  // Without a browser, the address that was printed is enough.
  child.once('error', () => undefined);
  child.unref();
}
