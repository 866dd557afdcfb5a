import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diagnose } from '../../../../operator/doctor/diagnose.ts';
import { runChecks } from '../../../../operator/doctor/run-checks.ts';
import { faultVerdict, okVerdict, type Finding } from '../../../../operator/doctor/findings/finding.ts';
import { reportText } from '../../../../operator/doctor/report-text.ts';

const brief = (findings: readonly Finding[]): string[] =>
  findings.map(({ part, check, state }) => `${part} ${check}: ${state}`);

const clock = { now: () => new Date() };

describe('checks', () => {
  it('that throw or take too long are unknown, with the reason, and delay no other', async () => {
    const look = { part: 'a', check: 'b' };
    const findings = await runChecks(
      [
        { ...look, look: () => okVerdict('seen') },
        { ...look, look: () => Promise.reject(new Error('away\nfor long')) },
        { ...look, look: () => new Promise(() => undefined) },
      ],
      10,
    );
    expect(findings.map(({ state, seen }) => [state, seen])).toEqual([
      ['ok', 'seen'],
      ['unknown', 'away'],
      ['unknown', 'The check did not finish within 0.01 s.'],
    ]);
  });

  it('become lines, with a remedy below each fault', () => {
    const findings = [
      { part: 'disk', check: 'free', ...okVerdict('much') },
      { part: 'postgres', check: 'schema', ...faultVerdict('missing: index a.b', 'Make it.') },
    ];
    expect(reportText(findings).split('\n')).toEqual([
      'ok       disk      free    much',
      'fault    postgres  schema  missing: index a.b',
      '                           → Make it.',
      '',
      '1 faults, 0 warnings, 0 unknown, 1 ok',
    ]);
  });
});

describe('a system', () => {
  it('with a faulty environment gets every fault', async () => {
    const [finding, ...others] = await diagnose({ TRUETALLY_PORT: 'x', TRUETALLY_DRAIN_SECONDS: '0' }, clock);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ part: 'configuration', state: 'fault' });
    expect(finding!.seen).toMatch(/TRUETALLY_PORT.*TRUETALLY_DRAIN_SECONDS/);
  });

  it('without any answering component reports each of them, without waiting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const findings = await diagnose(
      {
        TRUETALLY_DATA: folder,
        TRUETALLY_DATABASE_URL: 'postgres://truetally:hidden-word@127.0.0.1:9/truetally',
        TRUETALLY_CLICKHOUSE_URL: 'http://truetally:hidden-word@127.0.0.1:9/truetally',
        TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9',
      },
      clock,
    );
    const engines = findings.filter(({ part }) => !['machine', 'configuration'].includes(part));
    expect(brief(engines.filter(({ state }) => state === 'fault'))).toEqual([
      'postgres answers: fault',
      'clickhouse answers: fault',
      'temporal answers: fault',
    ]);
    const reasons = new Set(engines.filter(({ state }) => state === 'unknown').map(({ seen }) => seen));
    expect([...reasons]).toEqual([
      'Postgres does not answer.',
      'ClickHouse does not answer.',
      'Temporal does not answer.',
    ]);
    expect(engines.filter(({ state }) => !['fault', 'unknown'].includes(state))).toEqual([]);
    expect(JSON.stringify(findings)).not.toContain('hidden-word');
  });

  it('that was never started gets the start command', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const findings = await diagnose({ TRUETALLY_DATA: folder }, clock);
    expect(brief(findings.filter(({ check }) => check === 'answers'))).toEqual([
      'postgres answers: fault',
      'clickhouse answers: fault',
      'temporal answers: fault',
    ]);
  });
});
