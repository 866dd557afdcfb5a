import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
import type { MeasuredValue } from '../../domain/insight/measured-value.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';

/** One figure in the form that people read. */
export interface DemoFigure {
  readonly name: string;
  readonly shown: string;
  readonly state: MeasuredValue['state'];
  readonly why: string;
}

/**
 * The releases of the synthetic traffic. Figures that are narrowed to them are equal on every machine and include no
 * other traffic.
 */
const SYNTHETIC_RELEASES = ['synthetic-release-1', 'synthetic-release-2'];
const DAYS = 400;
const DAY_MS = 86_400_000;
/** Milliseconds for which figures are cached. */
const KEPT_MS = 60_000;
const WAIT_MS = 2_000;

/** The figures of the synthetic traffic: one is known, one is a lower bound, and one is unknown. */
const FIGURES = [
  { metric: 'requests.v1', name: 'Requests' },
  { metric: 'provider_spend.v1', name: 'Spend' },
  { metric: 'cached_tokens.v1', name: 'Cached tokens' },
] as const;

const REASONS: Readonly<Record<string, string>> = {
  unpriced_population: 'some calls have no price, so the number is a floor',
  'ingest_gap:gateway_journal': 'some lines of traffic were refused or wait, so the number is a floor',
  coverage_unknown: 'no provider reports this number, so it is unknown',
};

/**
 * Creates the reader of three figures of the synthetic traffic, which are read at most once a minute; empty while they
 * cannot be read.
 */
export function createDemoFigures(
  reader: Pick<InsightReader, 'answer'>,
  scope: ReadScope,
  clock: Clock,
): () => Promise<readonly DemoFigure[]> {
  let kept: { readonly at: number; readonly figures: Promise<readonly DemoFigure[]> } | undefined;
  return async () => {
    const now = clock.now();
    if (kept === undefined || now.getTime() - kept.at > KEPT_MS) {
      const figures = readFigures(reader, scope, now).catch(() => []);
      kept = { at: now.getTime(), figures };
      // Empty figures are not cached, because the traffic may not be loaded yet.
      void figures.then((read) => {
        if (read.length === 0) kept = undefined;
      });
    }
    return withinTime(kept.figures);
  };
}

async function readFigures(
  reader: Pick<InsightReader, 'answer'>,
  scope: ReadScope,
  now: Date,
): Promise<readonly DemoFigure[]> {
  const { answer } = await reader.answer({
    scope,
    requestId: 'home',
    query: {
      schema: 1,
      shape: 'overview',
      scope: {},
      display_tz: 'UTC',
      from: new Date(now.getTime() - DAYS * DAY_MS).toISOString(),
      to: now.toISOString(),
      release_ids: SYNTHETIC_RELEASES,
      metrics: FIGURES.map(({ metric }) => metric),
    },
  });
  const cells = answer.groups?.[0]?.cells ?? [];
  return FIGURES.flatMap(({ metric, name }) => {
    const value = cells.find((cell) => cell.metric === metric)?.value;
    return value === undefined ? [] : [{ name, ...shownValue(value) }];
  });
}

function shownValue(value: MeasuredValue): Omit<DemoFigure, 'name'> {
  const { state } = value;
  if (value.state === 'unavailable') return { shown: '–', state, why: whyText([value.reason]) };
  const number = value.unit === 'nano_usd' ? Number(value.number) / 1e9 : Number(value.number);
  const shown = value.unit === 'nano_usd' ? `$${number.toFixed(2)}` : number.toLocaleString('en-US');
  if (value.state === 'available') return { shown, state, why: 'all necessary data is known' };
  return { shown: `≥ ${shown}`, state, why: whyText(value.coverage) };
}

function whyText(reasons: readonly string[]): string {
  return reasons.map((reason) => REASONS[reason] ?? reason.replaceAll('_', ' ')).join('; ');
}

async function withinTime(figures: Promise<readonly DemoFigure[]>): Promise<readonly DemoFigure[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly DemoFigure[]>((settle) => {
    timer = setTimeout(() => settle([]), WAIT_MS);
  });
  return Promise.race([figures, late]).finally(() => clearTimeout(timer));
}
