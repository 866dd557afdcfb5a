// Checks the ports of `npm start` before anything is installed. It is plain JavaScript, because no package may be
// installed yet.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { portHolder } from './port-holder.mjs';

const LOOPBACK = '127.0.0.1';
/** The distance from a taken port at which the search for a free port starts. */
const STEP = 100;
const LAST_PORT = 65_535;

/**
 * Every port that `npm start` listens on with the variables `env`. Each entry has the listener, the variable that
 * chooses another port, the port and the address. Ports of invalid variables are omitted here, because the
 * configuration refuses these variables by name.
 */
export function portsOf(env) {
  const isSet = (...names) => names.some((name) => (env[name] ?? '') !== '');
  const hostOf = (name) => env[name] || LOOPBACK;
  const [api, proxy, metrics] = ['TRUETALLY_HOST', 'TRUETALLY_PROXY_HOST', 'TRUETALLY_METRICS_HOST'].map(hostOf);
  const metricsPort = Number(env.TRUETALLY_METRICS_PORT);
  const parts = [
    ['api', 'the API', 'TRUETALLY_PORT', 7_070, api],
    ['api', 'the management plane', 'TRUETALLY_MANAGEMENT_PORT', 7_075, api],
    ['proxy', 'the gateway', 'TRUETALLY_PROXY_PORT', 8_787, proxy],
    ['playback', 'the demo provider', 'TRUETALLY_PLAYBACK_PORT', 7_090],
    ...(isSet('TRUETALLY_PAYLOAD_KEYS', 'TRUETALLY_PAYLOAD_KEYS_FILE')
      ? [['codec', 'the codec', 'TRUETALLY_CODEC_PORT', 7_074, hostOf('TRUETALLY_CODEC_HOST')]]
      : []),
    ...(isSet('TRUETALLY_DATABASE_URL', 'TRUETALLY_DATABASE_URL_FILE')
      ? []
      : [['postgres', 'Postgres', 'TRUETALLY_POSTGRES_PORT', 7_071]]),
    ...(isSet('TRUETALLY_CLICKHOUSE_URL', 'TRUETALLY_CLICKHOUSE_URL_FILE')
      ? []
      : [['clickhouse', 'ClickHouse', 'TRUETALLY_CLICKHOUSE_PORT', 7_072]]),
    ...(isSet('TRUETALLY_TEMPORAL_ADDRESS')
      ? []
      : [
          ['temporal', 'Temporal', 'TRUETALLY_TEMPORAL_PORT', 7_233],
          ['.', 'the UI of Temporal', 'TRUETALLY_TEMPORAL_UI_PORT', 8_233],
        ]),
  ].map(([part, name, variable, otherwise, host = LOOPBACK]) => ({
    ...{ part, name, variable, host },
    port: isSet(variable) ? Number(env[variable]) : otherwise,
  }));
  const ofMetrics = isSet('TRUETALLY_METRICS_PORT')
    ? ['api', 'worker', 'proxy'].map((part, index) => ({
        part,
        name: `the metrics of ${part}`,
        variable: 'TRUETALLY_METRICS_PORT',
        host: metrics,
        port: metricsPort + index,
      }))
    : [];
  return [...parts, ...ofMetrics].filter(({ port }) => Number.isInteger(port) && port > 0 && port <= LAST_PORT);
}

/**
 * The faults of the ports of `npm start`, or undefined if all ports are free. Each port that is in use or requested
 * twice has a line, which names the process that uses the port if it is known. If a port is in use, the last line is a
 * command with free ports. Ports of an earlier launcher's processes are not faults, because the launcher adopts or
 * replaces these processes.
 */
export async function portFaults(env) {
  const ports = portsOf(env);
  const folder = resolve(env.TRUETALLY_DATA || '.data');
  const taken = [];
  for (const wanted of ports) {
    if (isLeftBehind(join(folder, wanted.part))) continue;
    const code = await tryListening(wanted);
    if (code !== undefined) taken.push({ ...wanted, code });
  }
  const twice = ports.flatMap(({ port, variable }, index) => {
    const earlier = ports.slice(0, index).find((other) => other.port === port);
    return earlier === undefined
      ? []
      : [`Port ${port} is set by ${earlier.variable} and by ${variable}. Choose another port with one of them.`];
  });
  const lines = [...twice, ...taken.map(takenLine)];
  if (lines.length === 0) return undefined;
  if (taken.length > 0) lines.push(`With free ports: ${await withFreePorts(taken, ports)} npm start`);
  return lines.join('\n');
}

function takenLine({ port, name, variable, code }) {
  if (code !== 'EADDRINUSE')
    return `Port ${port} of ${name} cannot be used (${code}). Choose another port with ${variable}.`;
  const holder = portHolder(port);
  const by = holder === undefined ? '' : ` by ${holder}`;
  return `Port ${port} of ${name} is in use${by}. Choose another port with ${variable}.`;
}

/** The settings that replace taken ports with free ones, one for each variable. */
async function withFreePorts(taken, ports) {
  const wanted = new Set(ports.map(({ port }) => port));
  const settings = new Map();
  for (const { variable, port, host } of taken) {
    if (settings.has(variable)) continue;
    let other = port + STEP;
    while (other < LAST_PORT && (wanted.has(other) || (await tryListening({ port: other, host })) !== undefined))
      other += 1;
    wanted.add(other);
    settings.set(variable, other);
  }
  return [...settings].map(([variable, port]) => `${variable}=${port}`).join(' ');
}

/** True if a process of an earlier launcher on this folder is alive. */
function isLeftBehind(folder) {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'engine.json'), 'utf8'));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tryListening({ port, host }) {
  const server = createServer();
  return new Promise((settle) => {
    server.once('error', (error) => settle(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => settle(undefined)));
  });
}
