import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { launchSystem } from '../../server/launch-system.ts';
import { serverOf } from '../../server/server-program.ts';
import type { Input } from '../../tree/command.ts';
import type { Flag } from '../../tree/flag.ts';
import { chooseFreePorts } from './free-ports.ts';
import type { HostAndPort } from './host-and-port.ts';
import { makeLiveCalls } from './make-live-calls.ts';
import { browserObstacle, openBrowser } from './open-browser.ts';

interface DemoFlags extends Record<string, Flag<unknown>> {
  open: Flag<boolean>;
  rows: Flag<number>;
  live: Flag<number>;
  rich: Flag<boolean>;
  heartbeat: Flag<number | undefined>;
  admin: Flag<HostAndPort | undefined>;
  data: Flag<HostAndPort | undefined>;
}

type Values = Input<DemoFlags>['flags'];

/** The members of `connection.json` that the demo uses. */
interface DemoConnection {
  readonly base_url: string;
  readonly gateway_url: string;
  readonly gateway_key: string;
}

const MIN_HEARTBEAT_MS = 1_000;

export async function run(context: Context, { flags }: Input<DemoFlags>): Promise<Result> {
  const { env, cwd, note } = context;
  if (flags.heartbeat !== undefined && flags.heartbeat < MIN_HEARTBEAT_MS)
    throw usageFault('--heartbeat must be at least 1s.', 'tt demo --heartbeat 1s');
  const server = serverOf(context);
  const stated = addressVariables(flags);
  const { variables, notes } = await chooseFreePorts(server, { ...env, ...stated });
  for (const sentence of notes) note(sentence);
  const kept = env['TRUETALLY_DATA'] ?? '';
  const folder = kept === '' ? mkdtempSync(join(tmpdir(), 'truetally-demo-')) : resolve(cwd, kept);
  const stop = new AbortController();
  try {
    const code = await launchSystem(context, {
      server,
      more: { ...stated, ...variables, TRUETALLY_DATA: folder },
      args: flags.rich ? [] : ['--demo-requests', String(flags.rows)],
      output: (line) => {
        // The launcher's announcement is for people who stay in its terminal.
        if (/^ *\d+\.\d s {2}/.test(line)) note(line);
      },
      running: (file) => void show(context, { flags, file, signal: stop.signal }),
    });
    return { kind: 'end', code };
  } finally {
    stop.abort();
    if (kept === '') rmSync(folder, { recursive: true, force: true });
  }
}

function addressVariables({ admin, data }: Values): Record<string, string> {
  return {
    ...(admin !== undefined && { TRUETALLY_HOST: admin.host, TRUETALLY_PORT: String(admin.port) }),
    ...(data !== undefined && { TRUETALLY_PROXY_HOST: data.host, TRUETALLY_PROXY_PORT: String(data.port) }),
  };
}

async function show(
  { env, note }: Context,
  { flags, file, signal }: { readonly flags: Values; readonly file: string; readonly signal: AbortSignal },
): Promise<void> {
  const connection = JSON.parse(readFileSync(file, 'utf8')) as DemoConnection;
  const page = new URL('/', connection.base_url).href;
  process.stdout.write(`${page}\n`);
  const folder = resolve(file, '..');
  note(
    `The demo runs. Ctrl-C ends it.\n  gateway  ${connection.gateway_url}\n  in another terminal: export TRUETALLY_DATA='${folder}'; tt cloud me`,
  );
  if (flags.open) {
    const obstacle = browserObstacle(env, process.platform);
    if (obstacle === undefined) openBrowser(page, env, process.platform);
    else note(`No browser is opened, because ${obstacle}.`);
  }
  const gateway = { url: connection.gateway_url, key: connection.gateway_key };
  const made = await makeLiveCalls(gateway, { count: flags.live, everyMs: flags.heartbeat, signal });
  if (!signal.aborted && flags.heartbeat === undefined && flags.live > 0)
    note(`${made} of ${flags.live} calls were made through the gateway.`);
}
