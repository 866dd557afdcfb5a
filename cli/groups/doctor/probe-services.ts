/** A check of the doctor, as `--json` prints it. */
export interface DoctorCheck {
  readonly code: string;
  readonly state: 'ok' | 'warning' | 'fault' | 'unknown';
  readonly seen: string;
  readonly remedy: string;
  /** A command that mends the cause or shows more of it; absent if nothing needs to be done. */
  readonly command?: string;
}

/** An address to probe. */
export interface Probe {
  readonly code: string;
  readonly url: URL;
}

/** The deadline of a probe. */
const ANSWER_MS = 4_000;

/** Sends one request to each address, all at once. An answer with a success status is ok. */
export async function probeServices(probes: readonly Probe[], signal: AbortSignal): Promise<DoctorCheck[]> {
  return await Promise.all(probes.map(async (probe) => await probeService(probe, signal)));
}

async function probeService({ code, url }: Probe, signal: AbortSignal): Promise<DoctorCheck> {
  const startedAt = performance.now();
  const fault = (seen: string): DoctorCheck => ({
    ...{ code, state: 'fault', seen },
    remedy: 'Start the service, or correct its address.',
    command: `curl -i '${url.href}'`,
  });
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await answer.body?.cancel();
    const seen = `${url.href} answered ${answer.status} in ${Math.round(performance.now() - startedAt)} ms.`;
    return answer.ok ? { code, state: 'ok', seen, remedy: '' } : fault(seen);
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    const why =
      name === 'TimeoutError' ? `no answer within ${ANSWER_MS / 1_000} s` : (cause?.code ?? cause?.message ?? message);
    return fault(`${url.href} does not answer (${why}).`);
  }
}
