import { setTimeout as delay } from 'node:timers/promises';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { LoggedRow } from './logged-rows.ts';

export type MeasuredValue = NonNullable<InsightAnswer['groups']>[number]['cells'][number]['value'];

/** What a workspace's figures say. */
export interface Figures {
  readonly requests: MeasuredValue;
  readonly outcomes: MeasuredValue;
  readonly spend: MeasuredValue;
  /** Cost effects without a price. */
  readonly unpriced: number;
}

/** The figures of a read that was answered. */
export interface WatchedFigures extends Figures {
  /** When they were asked for, in Unix milliseconds. */
  readonly at: number;
}

export interface FigureWatch {
  readonly answers: readonly WatchedFigures[];
  /** Reads that were not answered: the API or one of its engines was away. */
  readonly unanswered: () => number;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
/** After so long an index that stands still shows in figures; the rest is for reading and recording how far it came. */
const DISCLOSED_AFTER_MS = 60_000 + 15_000;
const NOTHING: MeasuredValue = { state: 'available', number: '0', unit: 'count' };

/** Reads the figures of all traffic around now. */
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

/** Reads figures again and again until it is told to stop. */
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

/** Figures that claim to be whole and miss a call that was let in longer ago than the index may be behind. */
export function faultsOfWatched(answers: readonly WatchedFigures[], rows: readonly LoggedRow[]): string[] {
  return answers.flatMap(({ at, requests }) => {
    const min = rows.filter(({ admittedMs }) => admittedMs <= at - DISCLOSED_AFTER_MS).length;
    if (requests.state !== 'available' || Number(requests.number) >= min) return [];
    return [`at ${new Date(at).toISOString()} ${requests.number} requests were available, and ${min} were let in`];
  });
}
