import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CSV_COLUMNS } from '../../../contracts/insight/csv/csv-rows.ts';
import { listBuckets } from '../../../domain/insight/windows/buckets.ts';
import { LIFETIME_DAYS } from '../../../domain/kernel/lifetimes.ts';
import { LATENCY_OUTCOMES, QUANTILE_LEVELS } from '../../../domain/insight/insight-sets.ts';
import { MAX_ANSWER_BYTES, MAX_GROUPS } from '../../../domain/reports/report-run.ts';

const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'reports.md'), 'utf8');

/** The number of hours that a window touches, if it begins a number of milliseconds after an hour. */
function hoursTouched(hours: number, afterHourMs: number): number {
  const from = Date.UTC(2026, 0, 1) + afterHourMs;
  return listBuckets(from, from + hours * 3_600_000, 'hour').length;
}

describe('docs/reports.md', () => {
  it('lists exactly the columns of the table in their order', () => {
    const section = page.slice(page.indexOf('\n| Column '), page.indexOf('\n`<outcome>` is'));
    const listed = section.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
    const counts: Record<string, string[]> = { completion: [], spend: [], protection: [] };
    const columns = listed.map(([, name = '']) => name);
    for (const part of Object.keys(counts)) {
      counts[part] = CSV_COLUMNS.filter((name) => name.startsWith(`${part}_`) && !columns.includes(name));
      expect(counts[part]).not.toEqual([]);
    }
    const written = columns.flatMap((name) => {
      if (name === 'latency_<outcome>_<level>') return [];
      if (name === 'latency_<outcome>_samples') {
        return LATENCY_OUTCOMES.flatMap((outcome) =>
          ['samples', ...QUANTILE_LEVELS].map((column) => `latency_${outcome}_${column}`),
        );
      }
      return name.endsWith('_<count>') ? (counts[name.split('_')[0]!] ?? []) : [name];
    });
    expect(written).toEqual(CSV_COLUMNS);
  });

  it('has the actual names of outcomes, levels, caps and times', () => {
    const words = page.replaceAll(/\s+/g, ' ');
    const named = (names: readonly string[]): string =>
      `${names
        .slice(0, -1)
        .map((name) => `\`${name}\``)
        .join(', ')} and \`${names.at(-1)}\``;
    expect(words).toContain(`\`<outcome>\` is ${named(LATENCY_OUTCOMES)}; \`<level>\` is ${named(QUANTILE_LEVELS)};`);
    expect([MAX_GROUPS, MAX_ANSWER_BYTES]).toEqual([1_000, 10_485_760]);
    expect(words).toContain('**1,000 groups** and at most **10 MiB** (10,485,760 bytes');
    expect([41 * 24, 42 * 24].map((hours) => hoursTouched(hours, 0))).toEqual([984, 1_008]);
    expect(words).toContain('41 days by hour are 984 groups; **42 days by hour are 1,008**');
    expect([1_000, 999].map((hours) => hoursTouched(hours, 1))).toEqual([1_001, 1_000]);
    expect(words).toContain('its 1,000 hours are 1,001 groups and fail, and its 999 hours are 1,000');
    expect(LIFETIME_DAYS).toMatchObject({ answer: 30, run: 90, idempotencyKey: 7 });
    expect(words).toContain('30 days after `finished_at`: `expires_at`');
    expect(words).toContain('90 days after `finished_at`: 404');
    expect(words).toContain('lives **7 days**');
  });
});
