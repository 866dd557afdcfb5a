/** Requests a URL. Returns undefined if it answers 2xx, or else the answer in words. */
export async function requestReadiness(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return answer.ok ? undefined : `${answer.status} ${(await answer.text()).slice(0, 500)}`;
  } catch {
    return 'no answer';
  }
}
