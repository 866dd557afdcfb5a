import { Counter, type Gauge, type Registry } from 'prom-client';

/** The sources of figures that a process does not count itself. */
export const SCRAPE_SOURCES = [
  'outbox',
  'runs',
  'occurrences',
  'schedules',
  'comparisons',
  'experiments',
  'calibrations',
  'judges',
  'ingest',
  'notices',
  'credentials',
  'components',
  'dependencies',
  'journal',
  'limits',
  'task_queues',
  'temporal_sdk',
] as const;
export type ScrapeSource = (typeof SCRAPE_SOURCES)[number];

/** Figures that are read from elsewhere at each scrape. */
export interface ReadFigures {
  readonly source: ScrapeSource;
  /** The metrics from the source; all of them are absent from a scrape for which they could not be read. */
  readonly metrics: readonly (Gauge | Counter)[];
  /** Reads all of them, and then returns a function that sets the metrics. */
  read(): Promise<() => void>;
}

/** A complete exposition of another part of this process, which is appended unchanged. */
export interface ReadExposition {
  readonly source: ScrapeSource;
  read(): Promise<string>;
}

export interface ScrapePlan {
  readonly registry: Registry;
  readonly figures: readonly ReadFigures[];
  readonly expositions: readonly ReadExposition[];
  /** Milliseconds that a source has to answer. All are read concurrently, so that a scrape takes little longer. */
  readonly timeoutMs: number;
}

/**
 * Creates a function that returns one exposition of all metrics of this process. A source that fails or is late is
 * counted, and its metrics are omitted, because an unknown value is not zero. A request during a scrape gets the
 * result of that scrape.
 */
export function createScrape({ registry, figures, expositions, timeoutMs }: ScrapePlan): () => Promise<string> {
  const failures = new Counter({
    name: 'truetally_scrape_failures_total',
    help: 'Scrapes in which a source did not return its figures in time. The figures are absent from that scrape.',
    labelNames: ['source'],
    registers: [registry],
  });
  for (const { source } of [...figures, ...expositions]) failures.inc({ source }, 0);

  const orFailed = async <Value>(source: ScrapeSource, reading: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await withinTime(reading(), timeoutMs);
    } catch {
      failures.inc({ source });
      return undefined;
    }
  };
  const scrape = async (): Promise<string> => {
    const texts = Promise.all(expositions.map((one) => orFailed(one.source, () => one.read())));
    const shown = await Promise.all(figures.map((one) => orFailed(one.source, () => one.read())));
    for (const [index, { metrics }] of figures.entries()) {
      for (const metric of metrics) forget(metric);
      shown[index]?.();
    }
    const appended = (await texts).filter((text) => text !== undefined);
    return [await registry.metrics(), ...appended].join('\n');
  };
  let underWay: Promise<string> | undefined;
  return () => (underWay ??= scrape().finally(() => (underWay = undefined)));
}

/** Removes all values of a metric. A reset alone leaves a metric without labels at zero. */
function forget(metric: Gauge | Counter): void {
  metric.reset();
  if (isWithoutLabels(metric)) metric.remove();
}

function isWithoutLabels(metric: object): boolean {
  return 'labelNames' in metric && Array.isArray(metric.labelNames) && metric.labelNames.length === 0;
}

async function withinTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
