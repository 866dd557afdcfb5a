import { Counter, Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createScrape, type ReadFigures } from '../../../../runtime/telemetry/scrape.ts';

/** The lines of an exposition with figures. */
const figuresOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

function world(read: ReadFigures['read']) {
  const registry = new Registry();
  const age = new Gauge({ name: 'age_seconds', help: 'Age.', registers: [registry] });
  const total = new Counter({ name: 'rows_total', help: 'Rows.', registers: [registry] });
  const waiting = new Gauge({ name: 'waiting', help: 'Waiting.', labelNames: ['kind'], registers: [registry] });
  const shows = (): void => {
    age.set(4.5);
    total.inc(7);
    waiting.set({ kind: 'run' }, 0);
  };
  const figures: ReadFigures = { source: 'outbox', metrics: [age, total, waiting], read };
  return { registry, figures, shows };
}

const SHOWN = ['age_seconds 4.5', 'rows_total 7', 'waiting{kind="run"} 0'];

describe('a scrape', () => {
  it('shows the values that it reads, and equal ones without a change', async () => {
    const { registry, figures, shows } = world(() => Promise.resolve(shows));
    const scrape = createScrape({ registry, figures: [figures], expositions: [], timeoutMs: 1_000 });
    const expected = [...SHOWN, 'truetally_scrape_failures_total{source="outbox"} 0'];
    expect(figuresOf(await scrape())).toEqual(expected);
    expect(figuresOf(await scrape())).toEqual(expected);
  });

  it('omits values that it cannot read, instead of zero, and counts them', async () => {
    let isBroken = false;
    const { registry, figures, shows } = world(() =>
      isBroken ? Promise.reject(new Error('no answer')) : Promise.resolve(shows),
    );
    const scrape = createScrape({ registry, figures: [figures], expositions: [], timeoutMs: 1_000 });
    await scrape();
    isBroken = true;
    expect(figuresOf(await scrape())).toEqual(['truetally_scrape_failures_total{source="outbox"} 1']);
    isBroken = false;
    expect(figuresOf(await scrape())).toEqual([...SHOWN, 'truetally_scrape_failures_total{source="outbox"} 1']);
  });

  it('waits for no source beyond its time-out, and shows the others', async () => {
    const { registry, figures } = world(() => new Promise<never>(() => undefined));
    const other = new Gauge({ name: 'other', help: 'Other.', registers: [registry] });
    const well: ReadFigures = { source: 'runs', metrics: [other], read: () => Promise.resolve(() => other.set(3)) };
    const scrape = createScrape({ registry, figures: [figures, well], expositions: [], timeoutMs: 1 });
    expect(figuresOf(await scrape())).toEqual([
      'other 3',
      'truetally_scrape_failures_total{source="outbox"} 1',
      'truetally_scrape_failures_total{source="runs"} 0',
    ]);
  });

  it('appends the exposition of another component unchanged, if there is one', async () => {
    let isUp = true;
    const read = (): Promise<string> => (isUp ? Promise.resolve('sdk_total 5\n') : Promise.reject(new Error('away')));
    const plan = { registry: new Registry(), figures: [], expositions: [{ source: 'temporal_sdk', read }] } as const;
    const scrape = createScrape({ ...plan, timeoutMs: 1_000 });
    expect(figuresOf(await scrape())).toEqual([
      'truetally_scrape_failures_total{source="temporal_sdk"} 0',
      'sdk_total 5',
    ]);
    isUp = false;
    expect(figuresOf(await scrape())).toEqual(['truetally_scrape_failures_total{source="temporal_sdk"} 1']);
  });

  it('reads each source once for concurrent requests', async () => {
    let asked = 0;
    const { registry, figures, shows } = world(() => {
      asked += 1;
      return Promise.resolve(shows);
    });
    const scrape = createScrape({ registry, figures: [figures], expositions: [], timeoutMs: 1_000 });
    const [first, second] = await Promise.all([scrape(), scrape()]);
    expect(asked).toBe(1);
    expect(second).toBe(first);
  });
});
