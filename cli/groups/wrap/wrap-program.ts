import { randomBytes } from 'node:crypto';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { runProgram } from '../../server/run-program.ts';
import type { Input } from '../../tree/command.ts';
import { parseText, FormFault, type Flag } from '../../tree/flag.ts';
import { gatewayAddress } from './gateway-address.ts';
import { startShim } from './start-shim.ts';

interface WrapFlags extends Record<string, Flag<unknown>> {
  agent: Flag<string | undefined>;
  base: Flag<URL | undefined>;
}

const DEFAULT_BASE = 'http://127.0.0.1:8787';

/** The bytes of a trace id of W3C Trace Context. */
const TRACE_BYTES = 16;

export async function run(context: Context, { flags, program }: Input<WrapFlags>): Promise<Result> {
  const [file = '', ...args] = program;
  const base = flags.base ?? settingBase(context);
  const trace = randomBytes(TRACE_BYTES).toString('hex');
  const shim = await startShim(base, {
    'x-tt-trace-id': trace,
    ...(flags.agent !== undefined && { 'x-tt-agent': flags.agent }),
  });
  context.debug(`trace ${trace}; ${shim.origin} forwards to ${base.href}`);
  try {
    const code = await runProgram({
      ...{ file, args, cwd: context.cwd, stdio: 'inherit' },
      env: {
        ...context.env,
        ANTHROPIC_BASE_URL: shim.origin,
        OPENAI_BASE_URL: `${shim.origin}/v1`,
        GOOGLE_GEMINI_BASE_URL: shim.origin,
      },
    });
    return { kind: 'end', code };
  } finally {
    await shim.close();
  }
}

/** The gateway of the environment, the profile or a local installation, or else the usual one. */
function settingBase({ settings }: Context): URL {
  const { value, origin } = settings.find('gateway_url') ?? { value: DEFAULT_BASE, origin: 'the default' };
  try {
    return parseText(gatewayAddress, value);
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    throw usageFault(`The gateway of ${origin} must be ${error.message}.`, 'tt config show --origin');
  }
}
