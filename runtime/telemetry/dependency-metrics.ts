import { Gauge, type Registry } from 'prom-client';
import type { ReadFigures } from './scrape.ts';

/** The checks for whether each engine that this process needs answers. */
export type DependencyProbes = Readonly<
  Partial<Record<'postgres' | 'clickhouse' | 'temporal', () => Promise<unknown>>>
>;

/** Metrics of the engines: whether each answers this process. No answer within `timeoutMs` counts as down. */
export function createDependencyMetrics(registry: Registry, probes: DependencyProbes, timeoutMs: number): ReadFigures {
  const up = new Gauge({
    name: 'truetally_dependency_up',
    help: '1 if the engine answered this process within the time of a scrape, else 0.',
    labelNames: ['dependency'],
    registers: [registry],
  });
  return {
    source: 'dependencies',
    metrics: [up],
    async read() {
      const answers = await Promise.all(
        Object.entries(probes).map(async ([name, probe]) => [name, await isAnswered(probe, timeoutMs)] as const),
      );
      return () => {
        for (const [dependency, isUp] of answers) up.set({ dependency }, isUp ? 1 : 0);
      };
    },
  };
}

async function isAnswered(probe: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
  const answered = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
