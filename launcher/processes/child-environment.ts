import { listVariableReaders } from '../../runtime/configuration/list-variable-readers.ts';

/** The names of our own processes that the launcher starts. */
export type ServiceName = 'api' | 'worker' | 'proxy' | 'playback' | 'codec';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that programs need to find their environment: paths, language and zone. */
const SURROUNDINGS = /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH)$/;
/** The variables that Node itself reads. */
const NODE = /^(NODE_(OPTIONS|ENV|EXTRA_CA_CERTS)|SSL_CERT_(FILE|DIR))$/;
/** The variables that the exporter of traces reads in addition to its address, with keys of the collector. */
const EXPORTER = /^OTEL_EXPORTER_OTLP_[A-Z_]+$/;

/** The environment of a third-party program, which must not get any keys. */
export function programEnvironment(env: Variables = process.env): Record<string, string> {
  return pick(env, (name) => SURROUNDINGS.test(name));
}

/** The environment of a third-party program that Node runs. */
export function nodeEnvironment(env: Variables = process.env): Record<string, string> {
  return pick(env, (name) => SURROUNDINGS.test(name) || NODE.test(name));
}

/**
 * The environment of one of our processes: the variables of `env` that it reads.
 *
 * @param named further variables, which the configuration file names for it
 */
export function serviceEnvironment(
  service: ServiceName,
  env: Variables,
  named: readonly string[] = [],
): Record<string, string> {
  const reads = (name: string): boolean => (listVariableReaders(name) as readonly string[]).includes(service);
  const traces = reads('TRUETALLY_OTLP_URL');
  const isRead = (name: string): boolean => reads(name) || named.includes(name);
  return { ...nodeEnvironment(env), ...pick(env, (name) => isRead(name) || (traces && EXPORTER.test(name))) };
}

/**
 * The environment of an installer: everything except our settings. An installer has its own settings, and runs
 * third-party code.
 */
export function installerEnvironment(env: Variables = process.env): Record<string, string> {
  return pick(env, (name) => !name.startsWith('TRUETALLY_'));
}

function pick(env: Variables, isWanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isWanted(name) ? [[name, value]] : [])),
  );
}
