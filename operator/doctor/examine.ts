import { setTimeout as delay } from 'node:timers/promises';
import { unknown, type Check, type Finding, type CheckVerdict } from './findings/finding.ts';

/** Looks are made side by side, so this is about how long the whole takes where nothing answers. */
const LOOK_MS = 10_000;

/** Makes every look, and says of one that is not possible, or takes too long, that nothing is known. Never rejects. */
export function examine(checks: readonly Check[], lookMs = LOOK_MS): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ part, check, look }) => ({ part, check, ...(await verdictOf(look, lookMs)) })),
  );
}

async function verdictOf(look: Check['look'], lookMs: number): Promise<CheckVerdict> {
  const timeout = new AbortController();
  const late = delay(lookMs, unknown(`no answer within ${lookMs / 1_000} s`), { signal: timeout.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([Promise.resolve().then(look), late]);
  } catch (error) {
    return unknown(error instanceof Error ? firstLine(error.message) : String(error));
  } finally {
    timeout.abort();
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
