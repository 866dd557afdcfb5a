import { resolve } from 'node:path';
import type { Result } from '../../output/result.ts';
import { paint, type Style } from '../../output/paint.ts';
import type { Screen } from '../../output/screen.ts';
import type { Context } from '../../tree/context.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { programFault } from '../../server/program-fault.ts';
import { runServerProgram } from '../../server/server-program.ts';
import type { Input } from '../../tree/command.ts';
import type { Flag } from '../../tree/flag.ts';
import { probeServices, type DoctorCheck, type Probe } from './probe-services.ts';

interface DoctorFlags extends Record<string, Flag<unknown>> {
  config: Flag<string | undefined>;
  probe: Flag<boolean>;
  'probe-url': Flag<URL | undefined>;
}

/** The document of `doctor --json`. */
interface DoctorDocument {
  /** False if a check found a fault. */
  readonly ok: boolean;
  /** The number of checks by state. */
  readonly summary: Readonly<Record<DoctorCheck['state'], number>>;
  readonly checks: readonly DoctorCheck[];
}

const PROGRAM = 'operator/doctor-command.ts';

export async function run(context: Context, { flags }: Input<DoctorFlags>): Promise<Result> {
  const more = flags.config === undefined ? {} : { TRUETALLY_CONFIG: resolve(context.cwd, flags.config) };
  context.progress.show('checking every part');
  const [end, probed] = await Promise.all([
    runServerProgram(context, PROGRAM, { args: ['--json'], more }),
    probeServices(probesOf(context, flags.probe, flags['probe-url']), context.signal),
  ]);
  if (end.stdout === '') throw programFault(end, { code: 'doctor_failed', next: 'tt doctor --debug' });
  const { checks: own } = JSON.parse(end.stdout) as Pick<DoctorDocument, 'checks'>;
  const document = documentOf([...own, ...probed]);
  return {
    kind: 'document',
    document,
    text: (screen) => reportText(document, screen),
    exit: document.ok ? 'done' : 'gate_failed',
  };
}

function probesOf({ settings }: Context, isAsked: boolean, url: URL | undefined): Probe[] {
  const own = url === undefined ? [] : [{ code: 'probe.url', url }];
  if (!isAsked) return own;
  const addresses = [
    ['probe.api', 'base_url', (root: string) => new URL('/readyz', root)],
    ['probe.gateway', 'gateway_url', (root: string) => new URL('/readyz', root)],
    ['probe.management', 'management_url', (root: string) => new URL(`${root}/v1/capabilities`)],
  ] as const;
  const services = addresses.flatMap(([code, setting, urlBelow]): Probe[] => {
    const found = settings.find(setting);
    return found === undefined ? [] : [{ code, url: urlBelow(found.value) }];
  });
  return [...services, ...own];
}

function documentOf(checks: readonly DoctorCheck[]): DoctorDocument {
  const count = (state: DoctorCheck['state']): number => checks.filter((check) => check.state === state).length;
  const summary = { fault: count('fault'), warning: count('warning'), unknown: count('unknown'), ok: count('ok') };
  return { ok: summary.fault === 0, summary, checks };
}

const STYLES: Readonly<Record<DoctorCheck['state'], Style>> = {
  ok: 'green',
  warning: 'yellow',
  fault: 'red',
  unknown: 'blue',
};
const STATE_WIDTH = 9;
/** The width of lines without a terminal: they are complete. */
const ENDLESS = 100_000;

/** The report for people: each check with its observation, and with its remedy and a command if it is not ok. */
function reportText({ summary, checks }: DoctorDocument, screen: Screen): string {
  const width = (screen.width ?? ENDLESS) - STATE_WIDTH;
  const indented = (text: string): string[] => wrapText(text, width).map((line) => `${' '.repeat(STATE_WIDTH)}${line}`);
  const lines = checks.flatMap(({ code, state, seen, remedy, command }) => [
    `${paint(screen, STYLES[state], state)}${' '.repeat(STATE_WIDTH - state.length)}${paint(screen, 'bold', code)}`,
    ...indented(seen),
    ...(remedy === '' ? [] : indented(remedy)),
    ...(command === undefined ? [] : [`${' '.repeat(STATE_WIDTH)}try: ${command}`]),
  ]);
  const counts = `${summary.fault} faults, ${summary.warning} warnings, ${summary.unknown} unknown, ${summary.ok} ok`;
  return [...lines, '', counts].join('\n');
}
