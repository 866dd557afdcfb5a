import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The requests of a tenant that does not attack. */
export interface VictimRequests {
  readonly url: string;
  readonly token: string;
  /** The body; absent for a request without one. */
  readonly body?: Buffer;
}

/** The results of the victim's requests. */
export interface VictimResults {
  readonly calls: number;
  readonly p99Ms: number;
  /** The number of failed answers, by status. */
  readonly refused: Readonly<Record<string, number>>;
}

const EVERY_MS = 50;
const MAX_WAITING_MS = 30_000;

/** Sends requests at a steady rate for a time, independently of earlier answers. */
export async function measureVictim({ url, token, body }: VictimRequests, forMs: number): Promise<VictimResults> {
  const agent = new Agent({ connections: 64, headersTimeout: MAX_WAITING_MS });
  const took: number[] = [];
  const refused: Record<string, number> = {};
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const ask = async (): Promise<void> => {
    const since = performance.now();
    let status = 'broken off';
    try {
      const answer = await request(url, {
        method: body ? 'POST' : 'GET',
        dispatcher: agent,
        headers,
        body: body ?? null,
      });
      await answer.body.dump();
      status = String(answer.statusCode);
    } catch {
      // The request counts as unanswered.
    }
    took.push(performance.now() - since);
    if (status !== '200') refused[status] = (refused[status] ?? 0) + 1;
  };
  const asked: Promise<void>[] = [];
  const since = performance.now();
  while (performance.now() - since < forMs) {
    asked.push(ask());
    await delay(EVERY_MS);
  }
  await Promise.all(asked);
  await agent.destroy();
  took.sort((one, other) => one - other);
  return { calls: took.length, p99Ms: took[Math.ceil(took.length * 0.99) - 1] ?? 0, refused };
}
