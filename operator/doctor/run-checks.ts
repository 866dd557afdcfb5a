import { setTimeout as delay } from 'node:timers/promises';
import { unknownVerdict, type Check, type Finding, type CheckVerdict } from './findings/finding.ts';

/** The time-out of one check. Checks run concurrently, so this is about the total time if nothing answers. */
const LOOK_MS = 10_000;

/** Runs all checks. A check that throws or takes too long gives the state `unknown`. Never rejects. */
export function runChecks(checks: readonly Check[], lookMs = LOOK_MS): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ part, check, look }) => ({ part, check, ...(await verdictOf(look, lookMs)) })),
  );
}

async function verdictOf(look: Check['look'], lookMs: number): Promise<CheckVerdict> {
  const timeout = new AbortController();
  const late = delay(lookMs, unknownVerdict(`The check did not finish within ${lookMs / 1_000} s.`), {
    signal: timeout.signal,
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([Promise.resolve().then(look), late]);
  } catch (error) {
    return unknownVerdict(error instanceof Error ? firstLine(error.message) : String(error));
  } finally {
    timeout.abort();
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
