import { setTimeout as delay } from 'node:timers/promises';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { LoggedRow } from './logged-rows.ts';

export type MeasuredValue = NonNullable<InsightAnswer['groups']>[number]['cells'][number]['value'];

/** The figures of a workspace. */
export interface Figures {
  readonly requests: MeasuredValue;
  readonly outcomes: MeasuredValue;
  readonly spend: MeasuredValue;
  /** The number of cost effects without a price. */
  readonly unpriced: number;
}

/** The figures of a successful read. */
export interface WatchedFigures extends Figures {
  /** The time of the request, in Unix milliseconds. */
  readonly at: number;
}

export interface FigureWatch {
  readonly answers: readonly WatchedFigures[];
  /** The number of failed reads, when the API or one of its engines was unavailable. */
  readonly unanswered: () => number;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
/**
 * Milliseconds after which figures disclose an index that does not advance. The second part is the time for reading and
 * recording its progress.
 */
const DISCLOSED_AFTER_MS = 60_000 + 15_000;
const NOTHING: MeasuredValue = { state: 'available', number: '0', unit: 'count' };

/** Reads the figures of all traffic around an instant. */
export async function readFigures({ insights }: Pick<TruetallyClient, 'insights'>, around: Date): Promise<Figures> {
  const { data } = await insights.query({
    schema: 1,
    shape: 'overview',
    scope: {},
    display_tz: 'UTC',
    metrics: ['requests.v1', 'outcomes.v1', 'provider_spend.v1'],
    from: new Date(around.getTime() - HOUR_MS).toISOString(),
    to: new Date(around.getTime() + HOUR_MS).toISOString(),
  });
  const group = data.groups?.[0];
  const [requests = NOTHING, outcomes = NOTHING, spend = NOTHING] = group?.cells.map(({ value }) => value) ?? [];
  const evidence = group?.evidence_coverage?.spend;
  const unpriced = evidence?.state === 'available' ? Number(evidence.counts.unpriced_effects) : 0;
  return { requests, outcomes, spend, unpriced };
}

/** Reads figures repeatedly until it is stopped. */
export function watchFigures(client: Pick<TruetallyClient, 'insights'>, around: Date): FigureWatch {
  const answers: WatchedFigures[] = [];
  let unanswered = 0;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const at = Date.now();
      await readFigures(client, around).then(
        (figures) => answers.push({ at, ...figures }),
        () => (unanswered += 1),
      );
      await delay(EVERY_MS);
    }
  })();
  return {
    answers,
    unanswered: () => unanswered,
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}

/** The figures that claim to be complete but miss a call that was admitted before the maximum delay of the index. */
export function findWatchedFaults(answers: readonly WatchedFigures[], rows: readonly LoggedRow[]): string[] {
  return answers.flatMap(({ at, requests }) => {
    const min = rows.filter(({ admittedMs }) => admittedMs <= at - DISCLOSED_AFTER_MS).length;
    if (requests.state !== 'available' || Number(requests.number) >= min) return [];
    return [`at ${new Date(at).toISOString()} ${requests.number} requests were available, and ${min} were admitted`];
  });
}
