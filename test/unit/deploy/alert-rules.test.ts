import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listAllMetrics } from '../../../scripts/documents/metrics-document.ts';
import { SDK_METRICS } from '../../../runtime/telemetry/sdk-metrics.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const rules = readFileSync(join(DEPLOY, 'prometheus', 'alerts.yml'), 'utf8');
const ruleTests = readFileSync(join(DEPLOY, 'prometheus', 'alerts.test.yml'), 'utf8');
const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana', 'dashboards', 'truetally.json'), 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

interface Texts {
  readonly summary: string;
  readonly description: string;
  readonly runbook_url: string;
}

const textsOfRules = new Map(
  (parse(rules) as { groups: { rules: { alert: string; annotations: Texts }[] }[] }).groups
    .flatMap((group) => group.rules)
    .map(({ alert, annotations }) => [alert, annotations]),
);
const expectedTexts = (
  parse(ruleTests) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: { exp_annotations: Texts }[] }[] }[];
  }
).tests
  .flatMap((one) => one.alert_rule_test)
  .flatMap(({ alertname, exp_alerts: expected }) =>
    expected.map(({ exp_annotations: texts }) => ({ name: alertname, texts })),
  );

/** A text of a rule as an expression: each of its templates stands for any text. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}/u)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
      .join('.+')}$`,
    'u',
  );

const alerts = [...rules.matchAll(/- alert: (\w+)\n +expr: (.+)\n/g)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}));
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
);

const metrics = await listAllMetrics();
afterAll(() => metrics.close());

/** Every series that our scrapes expose, by name, with its labels. The SDK's metrics have only names here. */
const series = new Map<string, readonly string[] | undefined>([['up', ['job', 'instance']]]);
for (const { name, type, labels } of metrics.rows) add(name, type, [...labels, 'job', 'instance']);
for (const [name, [type]] of Object.entries(SDK_METRICS)) add(name, type, undefined);

function add(name: string, type: string, labels: readonly string[] | undefined): void {
  if (type !== 'histogram') return void series.set(name, labels);
  series.set(`${name}_bucket`, labels && [...labels, 'le']);
  for (const part of ['count', 'sum']) series.set(`${name}_${part}`, labels);
}

/** The names of series in an expression. */
const namesIn = (expr: string): string[] =>
  expr.match(/\b(?:truetally|temporal|process|nodejs)_\w+|\bup\b(?=\{|$| )/g)?.filter((name) => name !== '') ?? [];

/** The labels that an expression selects or groups by. */
const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(', ')),
  ...[...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, name = '']) => name),
];

describe('the rules of alerts and the dashboard', () => {
  it.each([...alerts, ...panels])('$name uses existing series: $expr', ({ expr }) => {
    const names = namesIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const known = names.map((name) => series.get(name));
    if (known.includes(undefined)) return;
    expect(labelsIn(expr).filter((label) => !known.flat().includes(label))).toEqual([]);
  });

  it('are found completely', () => {
    expect(alerts).toHaveLength(rules.match(/- alert:/g)!.length);
    expect(alerts.length).toBe(47);
    expect(panels.length).toBeGreaterThan(40);
  });

  it.each(alerts)('$name has a severity, its texts and its section in the runbook', ({ name }) => {
    const [rule = ''] = rules.split(`- alert: ${name}\n`)[1]!.split('\n\n');
    expect(rule).toMatch(/severity: (critical|warning)/);
    expect(rule).toMatch(/summary: '.+'/);
    expect(rule).toMatch(/description: '.+'/);
    expect(rule).toContain(`runbook_url: docs/runbook.md#${name.toLowerCase()}\n`.trim());
  });

  it.each(alerts)('$name has tests in which it fires and does not fire', ({ name }) => {
    expect(ruleTests).toContain(`name: '${name} fires'`);
    expect(ruleTests).toContain(`name: '${name} is quiet'`);
  });

  it('have the texts that their tests expect', () => {
    expect(expectedTexts.length).toBeGreaterThanOrEqual(alerts.length);
    const differing = expectedTexts.filter(({ name, texts }) => {
      const rule = textsOfRules.get(name);
      return (['summary', 'description', 'runbook_url'] as const).some(
        (member) => !patternOf(rule?.[member] ?? '').test(texts[member]),
      );
    });
    expect(differing).toEqual([]);
  });
});
